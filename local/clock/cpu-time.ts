import process from "node:process";

/** Milliseconds that this process, all its threads, has computed: unlike time, other programs do not lengthen them. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

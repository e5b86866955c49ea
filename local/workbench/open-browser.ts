import { spawn } from "node:child_process";
import process from "node:process";

const COMMANDS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the person's browser. Where there is none, nothing happens: the address stands in the terminal. */
export function openBrowser(address: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...args, address], { detached: true, stdio: "ignore" });
  opener.on("error", () => {});
  opener.unref();
}

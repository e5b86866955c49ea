import type { WorkbenchWorld } from "./workbench-world";

/**
 * Lets so many of the sidebar's calls of one function through and holds the next ones.
 * @returns lets them go on
 */
export function holdCalls({ session }: WorkbenchWorld, functionName: string, after: number): () => void {
  const call = session.callFromSidebar;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  session.callFromSidebar = async (name, args) => {
    if (name === functionName && ++calls > after) await gate;
    return call.call(session, name, args);
  };
  return () => {
    session.callFromSidebar = call;
    release();
  };
}

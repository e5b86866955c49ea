import type { WorkbenchWorld } from "./workbench-world";

/**
 * Lets so many of the sidebar's calls of one function through and holds the next ones.
 * @param isMeant looks at what a call sends; others are neither counted nor held
 * @returns lets them go on
 */
export function holdCalls(
  { session }: WorkbenchWorld,
  functionName: string,
  after: number,
  isMeant: (args: string) => boolean = () => true,
): () => void {
  const call = session.callFromSidebar;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  session.callFromSidebar = async (name, args) => {
    if (name === functionName && isMeant(args) && ++calls > after) await gate;
    return call.call(session, name, args);
  };
  return () => {
    session.callFromSidebar = call;
    release();
  };
}

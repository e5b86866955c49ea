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

/**
 * Lets a job ask until its first answers are being written, and holds what it asks from then on.
 * @returns lets it go on
 */
export function holdAfterFirstWrite(world: WorkbenchWorld): () => void {
  let hasAsked = false;
  let isWriting = false;
  return holdCalls(world, "stepJob", 0, (args) => {
    const [request] = JSON.parse(args);
    // What needs no question is written before anything is asked.
    isWriting ||= hasAsked && request.do === "write";
    hasAsked ||= request.do === "ask";
    return isWriting && request.do === "ask";
  });
}

import { ScriptError } from "../../../local/apps-script/script-errors";
import type { WorkbenchWorld } from "./workbench-world";

/**
 * Lets a number of the sidebar's calls of one function through and holds the next ones.
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
 * Holds the answers to the sidebar's calls of one function.
 * @returns lets them go on, and tells when the first one is there
 */
export function holdAnswers({ session }: WorkbenchWorld, functionName: string) {
  const call = session.callFromSidebar;
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let tellFirst = (): void => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  session.callFromSidebar = async (name, args) => {
    const answer = await call.call(session, name, args);
    if (name !== functionName) return answer;
    tellFirst();
    await gate;
    return answer;
  };
  return {
    first,
    release: (): void => {
      session.callFromSidebar = call;
      release();
    },
  };
}

/** The rows that a job writes at once, while it asks for others. */
const ROWS_OF_A_WRITE = 100;

/**
 * Lets a job of more rows ask for those of its first write, and holds what it asks from then on.
 * @returns lets it go on
 */
export function holdAfterFirstWrite(world: WorkbenchWorld): () => void {
  let asked = 0;
  return holdCalls(world, "stepJob", 0, (args) => {
    const [request] = JSON.parse(args);
    if (request.do !== "ask") return false;
    asked += request.questions.length;
    return asked > ROWS_OF_A_WRITE;
  });
}

const lostCall = (): ScriptError => new ScriptError("NetworkError", "Connection failure due to HTTP 0");

/** Loses the answers to so many undos, which are done all the same. @returns the number of undos so far */
export function loseUndos({ session }: WorkbenchWorld, most: number): () => number {
  const call = session.callFromSidebar;
  let undos = 0;
  session.callFromSidebar = async (name, args) => {
    const answer = await call.call(session, name, args);
    if (name === "undoJob" && JSON.parse(args)[0].do === "undo" && ++undos <= most) throw lostCall();
    return answer;
  };
  return () => undos;
}

/**
 * Cuts the sidebar's connection: calls get nowhere, and answers to calls that are under way are lost.
 * @param questions that a job still asks before; the answers to the last of them are lost
 * @returns restores the connection
 */
export function cutConnection({ session }: WorkbenchWorld, questions = 0): () => void {
  const call = session.callFromSidebar;
  let asked = 0;
  let isCut = questions === 0;
  const check = (): void => {
    if (isCut) throw lostCall();
  };
  session.callFromSidebar = async (name, args) => {
    check();
    const answer = await call.call(session, name, args);
    if (name === "stepJob") asked += JSON.parse(args)[0].questions?.length ?? 0;
    isCut ||= asked > questions;
    check();
    return answer;
  };
  return () => {
    isCut = false;
    session.callFromSidebar = call;
  };
}

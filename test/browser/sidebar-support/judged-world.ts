import { PICTURES } from "./judge-look";
import { startWorld, type WorkbenchWorld } from "./workbench-world";

/** A world for tests that look at screens: sharp when pictures are wanted. @param apiKey the one that is saved already */
export async function startJudgedWorld(apiKey?: string): Promise<WorkbenchWorld> {
  const world = await startWorld({ sharpness: PICTURES ? 2 : 1 });
  if (apiKey !== undefined) await world.session.callFromSidebar("checkAndSaveKey", JSON.stringify([apiKey]));
  return world;
}

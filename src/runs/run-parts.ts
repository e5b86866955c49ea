import type { Clock } from "../pacing/clock";
import type { DocumentLock, Limiter } from "../pacing/limiter";
import type { ServiceClient } from "../service/client";
import type { Operation } from "../service/operations";
import type { SheetMaker } from "../sheet/sheet-maker";
import type { Book } from "../sheet/table";
import type { TextCache } from "./leases";
import type { RunStore } from "./run-record";

/** The service with the key of the person at the keyboard. */
export interface RunService {
  client: ServiceClient;
  /** @param wasActiveLately whether calls were made in the last minute, should the limiter's memory be lost */
  limiterOf(operation: Operation, wasActiveLately: () => boolean): Limiter;
  /** Of the key. */
  fingerprint: string;
}

/** Everything a run needs of the world, in one execution. */
export interface RunParts {
  clock: Clock;
  book: Book;
  sheets: SheetMaker;
  /** Document properties. */
  store: RunStore;
  cache: TextCache;
  lock: DocumentLock;
  /** A short name that no other has, of small letters and digits. */
  newId(): string;
  /** @throws ServiceError with `NO_API_KEY` */
  openService(): RunService;
}

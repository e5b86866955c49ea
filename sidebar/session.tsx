import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Refusal, Result } from "../src/result";
import type { Options } from "../src/settings/options";
import type { AccountView, SettingsView } from "../src/settings/settings";
import type { CallServer } from "./server";

/** Both are `null` while the data is on its way. */
export interface Loaded<Data> {
  data: Data | null;
  refusal: Refusal | null;
}

export type Session = ReturnType<typeof useSharedData>;

const SessionContext = createContext<Session | null>(null);

/** @throws Error outside of `SessionProvider` */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession stands outside of SessionProvider.");
  return session;
}

export const WAITING = { data: null, refusal: null };

export const toLoaded = <Data,>(result: Result<Data>): Loaded<Data> =>
  result.ok ? { data: result.data, refusal: null } : { data: null, refusal: result };

/** All tabs share these data, so that each sees the changes of others. */
export function SessionProvider({ call, children }: { call: CallServer; children: ComponentChildren }) {
  return <SessionContext.Provider value={useSharedData(call)}>{children}</SessionContext.Provider>;
}

const isKeyRefused = (result: Result<unknown>): boolean => !result.ok && result.code === "INVALID_API_KEY";

function useSharedData(callServer: CallServer) {
  const [settings, setSettings] = useState<Loaded<SettingsView>>(WAITING);
  const [account, setAccount] = useState<Loaded<AccountView>>(WAITING);
  const [keyChanges, setKeyChanges] = useState(0);
  const [undoneJobs, setUndoneJobs] = useState<readonly string[]>([]);
  const [endedJobs, setEndedJobs] = useState(0);
  const accountReadMs = useRef(0);

  const call: CallServer = useCallback(
    async (name, ...args) => {
      const result = await callServer(name, ...args);
      // A key that is only being tried is not the saved one.
      if (isKeyRefused(result) && name !== "checkAndSaveKey") setAccount(toLoaded<AccountView>(result as Refusal));
      return result;
    },
    [callServer],
  );

  const askAccount = useCallback(() => {
    const note = (): void => {
      accountReadMs.current = Date.now();
    };
    note();
    // A slow call must not make the next one due as it arrives.
    return call("readAccount").finally(note);
  }, [call]);

  const readAll = useCallback(() => {
    setSettings(WAITING);
    setAccount(WAITING);
    // Both calls go at once: each takes a second on Google, and without a key the second one does not reach the
    // service.
    call("readSettings").then((result) => setSettings(toLoaded(result)));
    askAccount().then((result) => setAccount(toLoaded(result)));
  }, [call, askAccount]);
  useEffect(readAll, [readAll]);

  return useMemo(() => {
    async function readAccount() {
      const result = await askAccount();
      // After a failed refresh the old figures stay.
      setAccount((before) => (before.data && !result.ok && !isKeyRefused(result) ? before : toLoaded(result)));
      return result;
    }
    return {
      call,
      settings,
      account,
      keyChanges,
      /** The ids of jobs that were undone in the list of past jobs. */
      undoneJobs,
      noteUndoneJob: (id: string) => setUndoneJobs((before) => [...before, id]),
      /** Counts the jobs that have ended in this page, or were undone in their own tabs. */
      endedJobs,
      noteEndedJob: () => setEndedJobs((before) => before + 1),
      readAll,
      readAccount,
      /** Credits are spent elsewhere as well, and each look is a call of the service. */
      lookAtAccount(everyMs: number): void {
        if (Date.now() - accountReadMs.current >= everyMs) void readAccount();
      },
      async checkAndSaveKey(key: string) {
        const result = await call("checkAndSaveKey", key);
        if (result.ok) {
          const { key: saved, account: data } = result.data;
          setSettings((before) => ({ ...before, data: before.data && { ...before.data, key: saved } }));
          setAccount({ data, refusal: null });
          setKeyChanges((before) => before + 1);
        }
        return result;
      },
      async removeKey() {
        const result = await call("removeKey");
        if (result.ok) {
          setSettings(toLoaded(result));
          setKeyChanges((before) => before + 1);
          // An organisation's key may stand behind the removed one.
          setAccount(WAITING);
          askAccount().then((answer) => setAccount(toLoaded(answer)));
        }
        return result;
      },
      async saveOptions(options: Options) {
        const result = await call("saveOptions", options);
        if (result.ok) setSettings(toLoaded(result));
        return result;
      },
    };
  }, [call, askAccount, settings, account, keyChanges, undoneJobs, endedJobs, readAll]);
}

/** Asks again for each new reason. The last answer stays until the next one is there. */
export function useAnswer<Data>(ask: () => Promise<Result<Data>>, reasons: readonly unknown[]) {
  const [answer, setAnswer] = useState<Loaded<Data>>(WAITING);
  const [isReading, setIsReading] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these are reasons to ask.
  useEffect(() => {
    let isOld = false;
    setIsReading(true);
    void ask().then((result) => {
      if (isOld) return;
      setIsReading(false);
      setAnswer(toLoaded(result));
    });
    return () => {
      isOld = true;
    };
  }, [...reasons]);
  return { ...answer, isReading };
}

export interface Action<Args extends unknown[], Data> {
  running: boolean;
  refusal: Refusal | null;
  /** Returns `null` while it runs, so that a second click sends nothing twice. */
  start(...args: Args): Promise<Result<Data> | null>;
  forgetRefusal(): void;
}

/** `onDone` gets the data of each success. */
export function useAction<Args extends unknown[], Data>(
  perform: (...args: Args) => Promise<Result<Data>>,
  onDone?: (data: Data) => void,
): Action<Args, Data> {
  // A ref, because a quick second click may come before the state is drawn.
  const underWay = useRef(false);
  const [running, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return {
    running,
    refusal,
    async start(...args) {
      if (underWay.current) return null;
      underWay.current = true;
      setRunning(true);
      setRefusal(null);
      const result = await perform(...args);
      underWay.current = false;
      setRunning(false);
      setRefusal(result.ok ? null : result);
      if (result.ok) onDone?.(result.data);
      return result;
    },
    forgetRefusal: () => setRefusal(null),
  };
}

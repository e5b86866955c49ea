import type { CallServer } from "./server/client";
import { Shell } from "./shell";
import { SessionProvider } from "./state/session";
import { TABS } from "./tabs";

/** The whole page. */
export function App({ call, opened }: { call: CallServer; opened: string | undefined }) {
  return (
    <SessionProvider call={call}>
      <Shell tabs={TABS} opened={opened} />
    </SessionProvider>
  );
}

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SidebarPart } from "../../src/settings/views";
import { Button } from "../controls/button";
import { RefusalNotice } from "../controls/refusal-notice";
import { Waiting } from "../shell/waiting";
import { useSession } from "../state/session";
import { useAction } from "../state/use-action";
import { runPart } from "./run-part";
/** A page that is fetched when its tab is first shown, so that the sidebar itself opens quickly. */
export function FetchedPage({ name }: { name: SidebarPart }) {
  const { call } = useSession();
  const [Page, setPage] = useState<ComponentType | null>(null);
  const fetching = useAction(() => call("readSidebarPart", name));
  const fetchPart = async (): Promise<void> => {
    const result = await fetching.start();
    if (result?.ok) setPage(() => runPart(result.data));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears.
  useEffect(() => {
    void fetchPart();
  }, []);
  if (Page) return <Page />;
  if (!fetching.refusal) return <Waiting forWhat="Opening the page" />;
  return (
    <RefusalNotice refusal={fetching.refusal}>
      <Button look="quiet" onPress={fetchPart}>
        Try again
      </Button>
    </RefusalNotice>
  );
}

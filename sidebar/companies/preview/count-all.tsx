import type { SearchTotals } from "../../../src/jobs/protocol";
import { Button } from "../../controls/button";
import { RefusalNotice } from "../../controls/refusal-notice";
import { userLocale } from "../../format/locale";
import { writeCount } from "../../format/numbers";
import { useAnnounce } from "../../shell/announcer";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";
import type { Json } from "../search/nested";

interface CountAllProps {
  filters: Json;
  totals: SearchTotals;
  onCounted: (totals: SearchTotals) => void;
}

/** A long list is split into searches: counts those of which it is not known what they find. */
export function CountAll({ filters, totals: { searches, counted }, onCounted }: CountAllProps) {
  const { call, readAccount } = useSession();
  const announce = useAnnounce();
  const count = useAction(() => call("countSearch", filters));
  const left = searches - counted;
  const countAll = async (): Promise<void> => {
    const result = await count.start();
    if (!result?.ok) return;
    const { totals, paidPages } = result.data;
    onCounted(totals);
    announce(`${writeCount(totals.companies, userLocale())} companies in all.`);
    if (paidPages > 0) void readAccount();
  };
  return (
    <>
      <p>
        Your list is split into {searches} searches of at most 500 entries; {counted} of them{" "}
        {counted === 1 ? "is" : "are"} counted.
      </p>
      {count.refusal && <RefusalNotice refusal={count.refusal} />}
      {left > 0 && (
        <div class="row">
          <Button look="quiet" working={count.running} onPress={() => void countAll()}>
            Count all
          </Button>
          <span class="small soft">
            {left === 1 ? "1 credit" : `${left} credits`} at most; these pages are free in the fill
          </span>
        </div>
      )}
    </>
  );
}

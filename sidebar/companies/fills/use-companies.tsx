import type { FillView } from "../../../src/runs/companies/views";
import { Button } from "../../controls/button";
import { RefusalNotice } from "../../controls/refusal-notice";
import { useNavigation } from "../../shell/navigation";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";

const NO_COLUMN = {
  ok: false,
  code: "NO_COMPANY_COLUMN",
  message: "This list has no column of websites or names.",
  remedy: "Fill one in, or choose another column under Find emails.",
} as const;

/** Leads on to *Find emails* with the column of websites that was filled. */
export function UseCompanies({ fill: { id, sheetId } }: { fill: FillView }) {
  const { call } = useSession();
  const { handOver } = useNavigation();
  const use = useAction(async () => {
    const result = await call("summariseFill", id);
    if (!result.ok) return result;
    const { companyColumn } = result.data;
    if (companyColumn === null) return NO_COLUMN;
    handOver("find-emails", { sheetId, column: companyColumn });
    return { ok: true as const, data: null };
  });
  return (
    <>
      <div class="row">
        <Button working={use.running} onPress={() => void use.start()}>
          Use these companies
        </Button>
        <span class="small soft">to find their emails</span>
      </div>
      {use.refusal && <RefusalNotice refusal={use.refusal} />}
    </>
  );
}

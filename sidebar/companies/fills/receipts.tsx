import { useEffect, useState } from "preact/hooks";
import type { FillSummary, FillView } from "../../../src/runs/companies/views";
import { RefusalNotice } from "../../controls/refusal-notice";
import { Waiting } from "../../shell/waiting";
import { useSession } from "../../state/session";
import { useAction } from "../../state/use-action";
import { Fold } from "../builder/fold";
import { receiptText } from "./fill-texts";

/** When which pages were bought, read when it is opened. */
export const Receipts = ({ fill }: { fill: FillView }) => (
  <Fold label="Receipts">
    <ReceiptList fill={fill} />
  </Fold>
);

function ReceiptList({ fill }: { fill: FillView }) {
  const { call } = useSession();
  const [summary, setSummary] = useState<FillSummary | null>(null);
  const read = useAction(() => call("summariseFill", fill.id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when pages have come in.
  useEffect(() => {
    read.start().then((result) => result?.ok && setSummary(result.data));
  }, [fill.pagesDone]);
  if (read.refusal) return <RefusalNotice refusal={read.refusal} />;
  if (!summary) return <Waiting forWhat="Reading the receipts" />;
  return (
    <>
      {summary.receipts.map((receipt) => (
        <p key={receipt.fromPage} class="small">
          {receiptText(receipt, Date.now())}
        </p>
      ))}
    </>
  );
}

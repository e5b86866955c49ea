import type { NextStepProps } from "../column-run/kind";
import { Button } from "../controls/button";
import { useNavigation } from "../shell/navigation";

/** Goes on with verifying what was found. */
export function VerifyNext({ run, isMain }: NextStepProps) {
  const { handOver } = useNavigation();
  const { find } = run;
  if (!find?.sheetName || find.emails + find.alreadyThere === 0) return null;
  return (
    <Button
      look={isMain ? "primary" : "plain"}
      onPress={() => handOver("verify", { sheetId: find.sheetId, column: null })}
    >
      Verify these emails
    </Button>
  );
}

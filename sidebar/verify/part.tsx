import { ColumnRun } from "../column-run/column-run";
import { VERIFY } from "./kind";

/** Verifies the emails of a column. */
export const Page = () => <ColumnRun kind={VERIFY} />;

import { ColumnJob } from "../column-job/column-job";
import { VERIFY } from "./kind";

/** Verifies the emails of a column. */
export const Page = () => <ColumnJob kind={VERIFY} />;

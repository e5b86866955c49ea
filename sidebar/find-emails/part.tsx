import { ColumnRun } from "../column-run/column-run";
import { FIND_EMAILS } from "./kind";
import "./style.css";

/** Finds the emails of a column of companies. */
export const Page = () => <ColumnRun kind={FIND_EMAILS} />;

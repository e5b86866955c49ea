import { ColumnJob } from "../column-job/column-job";
import { FIND_EMAILS } from "./kind";
import "./style.css";

/** Finds the emails of a column of companies. */
export const Page = () => <ColumnJob kind={FIND_EMAILS} />;

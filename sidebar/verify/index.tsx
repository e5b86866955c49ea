import { FetchedPage } from "../parts/fetched-page";
import type { Tab } from "../shell/tab";

const VerifyPage = () => <FetchedPage name="verify" />;

/** Verifies the emails of a column; everything else here is in the part that is fetched. */
export const verify: Tab = { id: "verify", label: "Verify", icon: "good", needsKey: true, Page: VerifyPage };

import { accountInformation } from "./account-information";
import { domainSearch } from "./domain-search/domain-search";
import { emailCount } from "./email-count";
import { emailVerifier } from "./email-verifier";
import type { Operation, OperationName } from "./operation";
import { searchCompany } from "./search-company/search-company";
import { searchSuggestions } from "./search-suggestions";
export const OPERATIONS: Record<OperationName, Operation> = {
  "account-information": accountInformation,
  "email-count": emailCount,
  "search-company": searchCompany,
  "email-verifier": emailVerifier,
  "domain-search": domainSearch,
  "search-suggestions": searchSuggestions,
};

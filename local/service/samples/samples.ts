import data from "./promised.json";

/** The answers of a domain's mail servers. */
export type MailAnswer = "answers" | "no-mx" | "dns-timeout" | "smtp-timeout" | "smtp-unknown";

export type DomainKind = "business" | "webmail" | "disposable";

/** A domain whose behaviour is promised instead of left to chance; what is not given is decided as for any other. */
export interface SampleDomain {
  domain: string;
  about: string;
  kind?: DomainKind;
  mail?: MailAnswer;
  catchAll?: boolean;
  /** True if the deep recovery resolves the addresses of this catch-all domain. */
  recovers?: boolean;
  /** The number of emails that the service stores for it. */
  emails?: number;
  /** The last name of everybody there. */
  lastName?: string;
  /** The name of the company it belongs to. */
  company?: string;
}

/** An address whose status is promised. */
export interface SampleEmail {
  email: string;
  about: string;
  status: "VALID" | "CATCH_ALL" | "INVALID";
  recovered?: boolean;
}

/** A company name whose outcome in a domain search is promised. */
export interface SampleName {
  name: string;
  about: string;
  /** Never resolved, although other unknown names may be. */
  unknown?: boolean;
}

export const SAMPLE_DOMAINS = data.domains as SampleDomain[];
export const SAMPLE_EMAILS = data.emails as SampleEmail[];
export const SAMPLE_NAMES = data.names as SampleName[];

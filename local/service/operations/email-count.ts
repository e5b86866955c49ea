import { z } from "zod";
import { readDomain } from "../directory/address-parts";
import { profileDomain } from "../directory/domain-profile";
import { ServiceFailure } from "../http/service-failure";
import { envelope, type Operation, readParameters } from "./operation";

const PARAMETERS = z.strictObject({ domain: z.string().trim().min(1, "A domain is required.") });

/** How many emails are stored for a domain. Free (service.email-count). */
export const emailCount: Operation = (_storage, { body }) => {
  const { domain: written } = readParameters(PARAMETERS, body);
  const domain = readDomain(written);
  if (!domain) throw new ServiceFailure("INVALID_REQUEST", `domain: "${written}" is neither a domain nor a website.`);
  return envelope({ count: profileDomain(domain).emailCount });
};

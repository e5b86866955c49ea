import { SERVICE_URL } from "./bench-world";

/** A formula as tutorials write it: one call for each cell, whatever was asked before or is asked beside it. */
export const NAIVE_FORMULA = `
/**
 * Verifies an email.
 * @param email The email.
 * @customfunction
 */
function NAIVE_VERIFY(email) {
  var response = UrlFetchApp.fetch("${SERVICE_URL}/email-verifier", {
    method: "post", contentType: "application/json",
    headers: { "X-KEY": PropertiesService.getScriptProperties().getProperty("API_KEY") },
    payload: JSON.stringify({ email: email })
  });
  return JSON.parse(response.getContentText()).response.email_status;
}
`;

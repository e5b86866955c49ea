import type { HttpRequest, HttpResponse, HttpTransport } from "../service/client";

export const fetchTransport: HttpTransport = {
  sendAll: (requests) => UrlFetchApp.fetchAll(requests.map(optionsOf)).map(read),
};

function optionsOf({ url, headers, body }: HttpRequest): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  return {
    url,
    headers,
    method: "post",
    contentType: "application/json",
    // The key goes to the given address and nowhere else.
    followRedirects: false,
    muteHttpExceptions: true,
    payload: body,
  };
}

const read = (response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpResponse => ({
  status: response.getResponseCode(),
  text: response.getContentText(),
});

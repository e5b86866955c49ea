/** One POST of JSON text. */
export interface HttpRequest {
  url: string;
  headers: Record<string, string>;
  /** JSON text, or "" for an empty body. */
  body: string;
}

/** What came back, whatever its status. */
export interface HttpResponse {
  status: number;
  text: string;
}

/** What the client needs of the network. */
export interface HttpTransport {
  /**
   * Sends all requests at the same time and returns their answers in the same order. Redirects are not followed.
   * @throws whatever the platform throws when a single one of them gets no answer; all answers are lost then (facts 2.2)
   */
  sendAll(requests: HttpRequest[]): HttpResponse[];
}

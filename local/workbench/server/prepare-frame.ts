/** Adds to a frame's HTML what `google.script` needs. */
export function prepareFrame(html: string): string {
  return html;
}

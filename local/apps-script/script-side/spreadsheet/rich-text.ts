/** Text that is written as it is (google.rich-text). Links and styles are not kept. */
export class RichTextValue {
  readonly #text: string;
  readonly #link: string | null;

  constructor(text: string, link: string | null) {
    this.#text = text;
    this.#link = link;
  }
  getText = () => this.#text;
  getLinkUrl = () => this.#link;
  /** One run: no styles are kept. */
  getRuns = () => [this];
  getStartIndex = () => 0;
  getEndIndex = () => this.#text.length;
  copy = () => new RichTextValueBuilder(this.#text, this.#link);
}

/** `SpreadsheetApp.newRichTextValue()`. */
export class RichTextValueBuilder {
  #text: string;
  #link: string | null;

  constructor(text = "", link: string | null = null) {
    this.#text = text;
    this.#link = link;
  }
  setText(text: unknown): this {
    this.#text = String(text);
    return this;
  }
  setLinkUrl(...args: unknown[]): this {
    this.#link = args[args.length - 1] as string | null;
    return this;
  }
  build(): RichTextValue {
    return new RichTextValue(this.#text, this.#link);
  }
}

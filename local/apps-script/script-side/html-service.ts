import { MESSAGES } from "../messages";
import { newBlob } from "./blob";
import { exception, local } from "./bridge";
import { escapeHtml, evaluateTemplate } from "./html-template";
import { javaEnum, printAsClass } from "./java-enum";

/** A page (google.html-output). */
export class HtmlOutput {
  #content: string;
  #title = "";
  #width: number | null = null;
  #height: number | null = null;
  readonly #meta: [string, string][] = [];

  constructor(content: string) {
    this.#content = content;
  }
  getContent(): string {
    return this.#content;
  }
  setContent(content: string): this {
    this.#content = content;
    return this;
  }
  append(content: string): this {
    this.#content += content;
    return this;
  }
  appendUntrusted(content: string): this {
    this.#content += escapeHtml(content);
    return this;
  }
  clear(): this {
    this.#content = "";
    return this;
  }
  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): this {
    this.#title = String(title);
    return this;
  }
  getWidth(): number | null {
    return this.#width;
  }
  setWidth(width: number | null): this {
    this.#width = width;
    return this;
  }
  getHeight(): number | null {
    return this.#height;
  }
  setHeight(height: number | null): this {
    this.#height = height;
    return this;
  }
  addMetaTag(name: string, content: string): this {
    this.#meta.push([name, content]);
    return this;
  }
  getMetaTags(): { getName(): string; getContent(): string }[] {
    return this.#meta.map(([name, content]) => ({ getName: () => name, getContent: () => content }));
  }
  setSandboxMode(): this {
    return this;
  }
  setXFrameOptionsMode(): this {
    return this;
  }
  setFaviconUrl(): this {
    return this;
  }
  asTemplate(): HtmlTemplate {
    return createTemplate(this.#content);
  }
  getBlob() {
    return newBlob(this.#content, "text/html", "Unnamed.html");
  }
}

printAsClass({ HtmlOutput });

interface HtmlTemplate extends Record<string, unknown> {
  evaluate(): HtmlOutput;
  getRawContent(): string;
}

/** Values for the template are set on it as properties before `evaluate()`. */
function createTemplate(source: string): HtmlTemplate {
  const template: HtmlTemplate = {
    evaluate() {
      const values = Object.fromEntries(Object.entries(template).filter(([, value]) => typeof value !== "function"));
      return new HtmlOutput(evaluateTemplate(source, values));
    },
    getRawContent: () => source,
    toString: () => "HtmlTemplate",
  };
  return template;
}

function file(name: string): string {
  const source = local("htmlFile", name.replace(/\.html$/, "")) as string | null;
  if (source === null) throw exception(MESSAGES.fileMissing(name));
  return source;
}

export const HtmlService = {
  SandboxMode: javaEnum(["EMULATED", "NATIVE", "IFRAME"]),
  XFrameOptionsMode: javaEnum(["DEFAULT", "ALLOWALL"]),
  createHtmlOutput: (content = "") => new HtmlOutput(String(content)),
  createHtmlOutputFromFile: (name: string) => new HtmlOutput(file(name)),
  createTemplate: (source: string) => createTemplate(String(source)),
  createTemplateFromFile: (name: string) => createTemplate(file(name)),
  getUserAgent: () => null,
};

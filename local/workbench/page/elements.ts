type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], "style" | "dataset">
> & {
  style?: Partial<CSSStyleDeclaration>;
  attributes_?: Record<string, string>;
};

/** Makes an element with its properties, further attributes (`attributes_`, for ARIA) and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { style, attributes_, ...properties }: Properties<Tag> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  Object.assign(element.style, style);
  for (const [name, value] of Object.entries(attributes_ ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The element the page's HTML has under this id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}.`);
  return element;
}

/** What a page may pass to the server: JSON's types only (google.script-run). */
type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

function illegal(path: string): never {
  throw new TypeError(`Failed due to illegal value in property: ${path}`);
}

interface FormLike {
  elements: ArrayLike<{ name?: string; value?: unknown; type?: string; checked?: boolean }>;
}

function isForm(value: object): value is FormLike {
  return "nodeName" in value && (value as { nodeName: unknown }).nodeName === "FORM" && "elements" in value;
}

/** A form's fields as text, repeated names as lists; unchecked boxes are left out. */
function formFields(form: FormLike): Plain {
  const fields: Record<string, Plain> = {};
  for (const field of Array.from(form.elements)) {
    if (field.name === undefined || field.name === "") continue;
    if ((field.type === "checkbox" || field.type === "radio") && field.checked !== true) continue;
    const held = fields[field.name];
    const text = String(field.value ?? "");
    fields[field.name] = held === undefined ? text : [...(Array.isArray(held) ? held : [held]), text];
  }
  return fields;
}

function copied(value: unknown, path: string, above: object[]): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || above.includes(value)) return illegal(path);
  if (Array.isArray(value)) return value.map((item, index) => copied(item, `${path}[${index}]`, [...above, value]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return illegal(path);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([name, item]) => [name, copied(item, `${path}.${name}`, [...above, value])]));
}

/**
 * The argument list as JSON text. Dates, functions, elements, class instances and circular structures throw, however
 * deep; `undefined` and numbers JSON has no word for become `null`. A form may stand as the only argument.
 */
export function argumentsJson(args: readonly unknown[]): string {
  const [first] = args;
  if (args.length === 1 && typeof first === "object" && first !== null && isForm(first)) {
    return JSON.stringify([formFields(first)]);
  }
  return JSON.stringify(args.map((arg, index) => copied(arg, String(index), [])));
}

/** A member of one of Google's Java-like enums (google.enums). */
export class EnumMember {
  readonly #name: string;
  readonly #ordinal: number;

  constructor(name: string, ordinal: number) {
    this.#name = name;
    this.#ordinal = ordinal;
  }
  name(): string {
    return this.#name;
  }
  ordinal(): number {
    return this.#ordinal;
  }
  compareTo(other: EnumMember): number {
    return this.#ordinal - other.ordinal();
  }
  toString(): string {
    return this.#name;
  }
  toJSON(): string {
    return this.#name;
  }
}

/** Makes the objects of these classes print as the name of their class, as Java's do. */
export function printAsClass(classes: Record<string, { prototype: object }>): void {
  for (const [name, { prototype }] of Object.entries(classes)) {
    Object.defineProperty(prototype, "toString", { value: () => name, configurable: true, writable: true });
  }
}

export type JavaEnum = Readonly<Record<string, EnumMember>>;

/** Makes an enum whose members stand in the given order; an unknown member is `undefined`. */
export function javaEnum(names: readonly string[]): JavaEnum {
  return Object.freeze(Object.fromEntries(names.map((name, ordinal) => [name, new EnumMember(name, ordinal)])));
}

/** True when `value` is a member of `members`. */
export function isMember(members: JavaEnum, value: unknown): value is EnumMember {
  return value instanceof EnumMember && members[value.name()] === value;
}

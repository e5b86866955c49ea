/**
 * Values as they cross between threads as JSON: dates as milliseconds, errors by name, and `missing` for `undefined`,
 * which JSON lists cannot hold.
 */
export type TaggedValue =
  | string
  | number
  | boolean
  | null
  | { date: number }
  | { error: string }
  | { missing: true }
  | TaggedValue[];

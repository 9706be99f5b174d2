/**
 * Safe use of texts from outside as keys. An id, a status or a word of the platform may be `constructor` or `__proto__`: a
 * plain object returns inherited members for these, and an assignment to `__proto__` sets its prototype.
 */

/** The object's own member of this name, never an inherited one. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A copy in which every text is an ordinary key. */
export const safeRecord = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> =>
  // `Object.create` is typed as `any`; without a prototype nothing is inherited and `__proto__` is a member like others.
  Object.assign(Object.create(null) as Record<string, T>, record)

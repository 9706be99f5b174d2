/**
 * Foreign texts as keys. An id, a status or a word of the platform may be `constructor` or `__proto__`: a plain object
 * answers those with what every object inherits, and an assignment to `__proto__` sets its prototype.
 */

/** The member of this name that the object itself has; never an inherited one. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A copy in which every text is an ordinary key, for reading and for writing. */
export const safeRecord = <T>(record: Readonly<Record<string, T>> = {}): Record<string, T> =>
  // `Object.create` is typed as `any`; without a prototype nothing is inherited and `__proto__` is a member like others.
  Object.assign(Object.create(null) as Record<string, T>, record)

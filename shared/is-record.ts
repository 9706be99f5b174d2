/** Whether a value is an object that is not null, arrays included: its members can be read. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The same, but false for arrays. */
export const isPlainRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Array.isArray(value)

/** The members of an object; none of any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isPlainRecord(value) ? value : {})

/** An expected outcome as a value. Exceptions are kept for defects. */
export type Ok<T> = { readonly ok: true; readonly value: T }
export type Failure<C extends string = string> = { readonly ok: false; readonly code: C; readonly message: string }
export type Result<T, C extends string = string> = Ok<T> | Failure<C>

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })

/** `message` is for the log. Staff read the text for `code` in the screen's language. */
export const fail = <C extends string>(code: C, message: string): Failure<C> => ({ ok: false, code, message })

/** The message of a thrown value of any type, for the log. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Closes a `switch`: a new member of the union becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}

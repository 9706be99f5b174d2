import { isRecord } from '../../shared/is-record.ts'
import type { ReplyBody } from '../../shared/json-body.ts'

/** The platform's text about a refusal, cut to a size that fits a log and a ticket. */
export type PlatformError = { readonly code?: string; readonly message?: string }

const MAX_CODE_CHARACTERS = 100
const MAX_MESSAGE_CHARACTERS = 500

const textOf = (value: unknown, max: number): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim().slice(0, max)
  return text === '' ? undefined : text
}

/**
 * Reads `{code, message}`, `{error: {code, message}}`, `{title, status}` and the token endpoint's
 * `{error, error_description}` (docs/protocol.md, "Lifecycle": read all, rely on none).
 */
export function parseErrorBody(body: ReplyBody): PlatformError {
  if (body.kind !== 'json' || !isRecord(body.value)) return {}
  const outer = body.value
  const inner = isRecord(outer.error) ? outer.error : outer
  const code = textOf(inner.code, MAX_CODE_CHARACTERS) ?? textOf(outer.error, MAX_CODE_CHARACTERS)
  const message =
    textOf(inner.message, MAX_MESSAGE_CHARACTERS) ??
    textOf(inner.title, MAX_MESSAGE_CHARACTERS) ??
    textOf(outer.error_description, MAX_MESSAGE_CHARACTERS)
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) }
}

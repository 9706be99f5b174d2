import type { HostDialect } from './platform-state.ts'
import type { Reply } from './requests.ts'
import { assertNever } from './vocabulary.ts'

export type ErrorDetail = { readonly field: string; readonly issue: string }

/** An error in the shape that this host uses: `{code, message, details}`, nested in `error`, or `{title, status}`. */
export function errorReply(
  dialect: Pick<HostDialect, 'errorShape'>,
  status: number,
  code: string,
  message: string,
  details: readonly ErrorDetail[] = [],
): Reply {
  const body = { code, message, ...(details.length > 0 ? { details } : {}) }
  switch (dialect.errorShape) {
    case 'v2':
      return { status, body }
    case 'nested':
      return { status, body: { error: body } }
    case 'problem':
      return { status, body: { title: message, status } }
    default:
      return assertNever(dialect.errorShape)
  }
}

/**
 * SECURITY: log-redaction (docs/security.md). The allow-list of log fields. A field that is not listed is never written,
 * whatever it holds: with a list of forbidden fields, a missing entry would write a secret.
 *
 * `word`: one of the program's own names. `id`: an identifier of the platform, kept as it is. `amount`: a number or a
 * flag. `prose`: text that may quote the value that caused an error; quotations, addresses, numbers and keys are taken out.
 * `place`: a position in the program; folders, which name the user, are taken out.
 */
export const FIELD_KINDS = {
  action: 'word',
  call: 'word',
  cause: 'word',
  code: 'word',
  kind: 'word',
  locale: 'word',
  name: 'word',
  origin: 'word',
  outcome: 'word',
  permission: 'word',
  push: 'word',
  route: 'word',
  scheme: 'word',
  setback: 'word',
  state: 'word',
  version: 'word',
  worker: 'word',
  appId: 'id',
  eventId: 'id',
  merchantId: 'id',
  orderId: 'id',
  tapId: 'id',
  attempts: 'amount',
  bytes: 'amount',
  count: 'amount',
  dropped: 'amount',
  items: 'amount',
  durationMs: 'amount',
  leftOut: 'amount',
  parts: 'amount',
  exitCode: 'amount',
  lifetimeMs: 'amount',
  status: 'amount',
  waitMs: 'amount',
  error: 'prose',
  problem: 'prose',
  reason: 'prose',
  place: 'place',
} as const satisfies Record<string, 'word' | 'id' | 'amount' | 'prose' | 'place'>

/** Only these names compile: a value under another name would be missing in the log. */
export type LogFieldName = keyof typeof FIELD_KINDS

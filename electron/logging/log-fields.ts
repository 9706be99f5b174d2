/**
 * SECURITY: log-redaction (docs/security.md). A field that is not listed is never written.
 *
 * `word`: one of the program's own names. `id`: of the platform. `amount`: a number or flag. `prose`: may quote a value;
 * quotations and numbers are taken out. `place`: without folders.
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
  slot: 'amount',
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

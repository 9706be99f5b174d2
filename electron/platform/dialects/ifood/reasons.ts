import type { CancellationReason } from '../../../../shared/contract/cancellation-reasons.ts'
import { isPlainRecord } from '../../../../shared/is-record.ts'
import { membersOf } from '../../../../shared/order/field-reader.ts'
import { firstCharacters } from '../../../../shared/order/order-cut.ts'
import type { HttpReply } from '../../http.ts'

const MAX_CODE = 100
const MAX_TEXT = 200
const MAX_REASONS = 50

const textIn = (value: unknown, max: number): string =>
  typeof value === 'string' || typeof value === 'number' ? firstCharacters(String(value).trim(), max) : ''

function reasonIn(sent: unknown): readonly CancellationReason[] {
  if (!isPlainRecord(sent)) return []
  const members = membersOf(sent)
  const code = textIn(members('cancelCodeId', 'code', 'cancellationCode'), MAX_CODE)
  const text = textIn(members('description', 'reason', 'title'), MAX_TEXT)
  return code === '' ? [] : [{ code, text: text === '' ? code : text }]
}

/**
 * The reasons for which the shop may ask to cancel this order now: in the form of the live host, or in the documented one.
 * Without a body there is none now. `undefined`: no such answer.
 */
export function reasonsIn({ body }: HttpReply): readonly CancellationReason[] | undefined {
  if (body.kind === 'none') return []
  if (body.kind !== 'json') return undefined
  const list = isPlainRecord(body.value) ? membersOf(body.value)('reasons') : body.value
  return Array.isArray(list) ? list.slice(0, MAX_REASONS).flatMap(reasonIn) : undefined
}

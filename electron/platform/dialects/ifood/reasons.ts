import type { CancellationReason } from '../../../../shared/contract/cancellation-reasons.ts'
import { isPlainRecord } from '../../../../shared/is-record.ts'
import { membersOf } from '../../../../shared/order/field-reader.ts'
import { firstCharacters } from '../../../../shared/order/order-cut.ts'
import { isVisible } from '../../../../shared/text/visible-text.ts'
import type { HttpReply } from '../../http.ts'

/** A tap with a longer code is not taken, and one that was cut is unknown to the platform. */
const MAX_CODE = 100
const MAX_TEXT = 200
const MAX_REASONS = 50

const textIn = (value: unknown): string =>
  (typeof value === 'string' && isVisible(value)) || typeof value === 'number' ? String(value).trim() : ''

function reasonIn(sent: unknown): readonly CancellationReason[] {
  const members = isPlainRecord(sent) ? membersOf(sent) : undefined
  const code = textIn(members === undefined ? sent : members('cancelCodeId', 'code', 'cancellationCode'))
  const text = textIn(members?.('description', 'reason', 'title'))
  if (code === '' || code.length > MAX_CODE) return []
  return [{ code, text: firstCharacters(text === '' ? code : text, MAX_TEXT) }]
}

/**
 * The reasons for which the shop may ask to cancel this order now: in the form of the live host, or in the documented one.
 * Without a body, or with an empty list, there is none now. `undefined`: no such answer.
 */
export function reasonsIn({ body }: HttpReply): readonly CancellationReason[] | undefined {
  if (body.kind === 'none') return []
  if (body.kind !== 'json') return undefined
  const list = isPlainRecord(body.value) ? membersOf(body.value)('reasons', 'data') : body.value
  if (!Array.isArray(list)) return undefined
  const byCode = new Map(
    list
      .flatMap(reasonIn)
      .map((reason): [string, CancellationReason] => [reason.code, reason])
      .reverse(),
  )
  const reasons = [...byCode.values()].reverse().slice(0, MAX_REASONS)
  return reasons.length === 0 && list.length > 0 ? undefined : reasons
}

import { isPlainRecord } from '../../../../shared/is-record.ts'
import { membersOf } from '../../../../shared/order/field-reader.ts'
import type { HttpReply } from '../../http.ts'

/** What a header that lists ids can name. One with another character would fail every poll. */
const NAMEABLE = /^[!-+\--~]{1,200}$/

const idsIn = (value: unknown): readonly string[] => {
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'string' || typeof id === 'number') : []
  return [...new Set(ids.map(String))].filter((id) => NAMEABLE.test(id))
}

/** The establishments in the list of `GET /merchant/v1.0/merchants`; `undefined`: it is none. */
export function merchantsIn({ body }: HttpReply): readonly string[] | undefined {
  const list = body.kind === 'json' ? body.value : undefined
  if (!Array.isArray(list)) return undefined
  return idsIn(list.map((one) => (isPlainRecord(one) ? membersOf(one)('id') : one)))
}

/** The names in the same list. */
export function merchantNamesIn({ body }: HttpReply): readonly string[] {
  const list = body.kind === 'json' && Array.isArray(body.value) ? body.value : []
  return idsIn(list.map((one) => (isPlainRecord(one) ? membersOf(one)('name') : undefined)))
}

/** The establishments that a 403 names as not authorised. */
export function unauthorizedIn({ status, body }: HttpReply): readonly string[] {
  if (status !== 403 || body.kind !== 'json' || !isPlainRecord(body.value)) return []
  const members = membersOf(body.value)
  const inner = members('error')
  const named =
    members('unauthorizedMerchants') ?? (isPlainRecord(inner) ? membersOf(inner)('unauthorizedMerchants') : 0)
  return idsIn(named)
}

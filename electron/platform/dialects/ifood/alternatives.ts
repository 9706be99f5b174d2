import { isPlainRecord } from '../../../../shared/is-record.ts'
import { type Members, membersOf } from '../../../../shared/order/field-reader.ts'
import type { Offer, OfferMade } from '../../../../shared/order/moves/offer.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import { pathSegment } from '../../path-segment.ts'
import type { Call } from '../dialect.ts'

const KINDS: Readonly<Record<string, Offer['kind']>> = {
  REFUND: 'refund',
  BENEFIT: 'benefit',
  ADDITIONALTIME: 'time',
}
const TYPES: Readonly<Record<Offer['kind'], string>> = {
  refund: 'REFUND',
  benefit: 'BENEFIT',
  time: 'ADDITIONAL_TIME',
}

/** What is taken where an alternative states no list. */
const USUAL_MINUTES = [10, 20, 30]
const USUAL_REASON = 'HIGH_STORE_DEMAND'
const MOST_MINUTES = 24 * 60
const MAX_OFFERS = 4
const MAX_CHOICES = 6
const MAX_REASON = 60

const listIn = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

/** Whole hundredths, as a text or a number. Anything else could be meant in another unit. */
function hundredthsIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function minutesIn(value: unknown): readonly number[] {
  const sent = listIn(value)?.map((one) => (typeof one === 'string' && /^\d{1,4}$/.test(one) ? Number(one) : one))
  const minutes = (sent ?? USUAL_MINUTES).filter(
    (one): one is number => typeof one === 'number' && Number.isInteger(one) && one > 0 && one <= MOST_MINUTES,
  )
  return [...new Set(minutes)].slice(0, MAX_CHOICES)
}

function reasonsIn(value: unknown): readonly string[] {
  const reasons = (listIn(value) ?? []).filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '' && one.length <= MAX_REASON,
  )
  return reasons.length === 0 ? [USUAL_REASON] : [...new Set(reasons)].slice(0, MAX_CHOICES)
}

/** The limits stand in `metadata`, or in the alternative itself. */
function limitsOf(members: Members): Members {
  const metadata = members('metadata')
  const inner = isPlainRecord(metadata) ? membersOf(metadata) : undefined
  return (...names) => inner?.(...names) ?? members(...names)
}

function offerIn(sent: unknown): readonly Offer[] {
  if (!isPlainRecord(sent)) return []
  const members = membersOf(sent)
  const [id, type] = [members('id'), members('type')]
  const name = typeof id === 'number' ? String(id) : id
  const kind = typeof type === 'string' ? KINDS[foldedWord(type)] : undefined
  if (typeof name !== 'string' || pathSegment(name) === undefined || kind === undefined) return []
  const limits = limitsOf(members)
  if (kind === 'time') {
    const minutes = minutesIn(limits('allowedsAdditionalTimeInMinutes', 'allowedAdditionalTimeInMinutes'))
    const reasons = reasonsIn(limits('allowedsAdditionalTimeReasons', 'allowedAdditionalTimeReasons'))
    return minutes.length === 0 ? [] : [{ id: name, kind, minutes, reasons }]
  }
  const amount = limits('maxAmount', 'amount')
  const money = isPlainRecord(amount) ? membersOf(amount) : undefined
  const most = hundredthsIn(money?.('value'))
  const currency = money?.('currency')
  if (most === undefined) return []
  return [{ id: name, kind, most, currency: typeof currency === 'string' && currency !== '' ? currency : 'BRL' }]
}

/** What may be offered to the customer of a dispute; one without limits that can be kept is left out. */
export const offersIn = (alternatives: unknown): readonly Offer[] =>
  (listIn(alternatives) ?? []).flatMap(offerIn).slice(0, MAX_OFFERS)

/** The offer as a call, below the address of its dispute; `undefined`: no address can have its id. */
export function offerCall(dispute: string, offer: OfferMade): Call | undefined {
  const alternative = pathSegment(offer.id)
  if (alternative === undefined) return undefined
  const metadata =
    offer.kind === 'time'
      ? { additionalTimeInMinutes: offer.minutes, additionalTimeReason: offer.reason }
      : { amount: { value: String(offer.amount), currency: offer.currency } }
  return { method: 'POST', path: `${dispute}/alternatives/${alternative}`, json: { type: TYPES[offer.kind], metadata } }
}

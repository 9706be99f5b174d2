/** Money back or a voucher, up to the most that the platform takes. */
type MoneyOffer = {
  /** Under this id the platform takes it. */
  readonly id: string
  readonly kind: 'refund' | 'benefit'
  /** In hundredths of the currency. */
  readonly most: number
  readonly currency: string
}

/** More time: one of these numbers of minutes, for one of these reasons. */
type TimeOffer = {
  readonly id: string
  readonly kind: 'time'
  readonly minutes: readonly number[]
  readonly reasons: readonly string[]
}

/** What the platform takes in place of an acceptance or a denial (docs/protocol.md, "iFood"). */
export type Offer = MoneyOffer | TimeOffer

/** What the kitchen offers. `amount`: in hundredths of the currency. */
export type OfferMade =
  | { readonly id: string; readonly kind: MoneyOffer['kind']; readonly amount: number; readonly currency: string }
  | { readonly id: string; readonly kind: 'time'; readonly minutes: number; readonly reason: string }

/** The tap of a person who offers something. `reason`: absent, the first of the list. */
export type OfferArgs = {
  readonly id: string
  readonly amount?: number | undefined
  readonly minutes?: number | undefined
  readonly reason?: string | undefined
}

const SHARES = [1, 0.75, 0.5, 0.25]
/** Choices below the most are whole multiples of this, in hundredths; smaller ones are exact. */
const ROUND = 50

function amountsUpTo(most: number): readonly number[] {
  const amounts = SHARES.map((share) => {
    const amount = Math.floor(most * share)
    return share === 1 || amount < ROUND ? amount : amount - (amount % ROUND)
  })
  return [...new Set(amounts)].filter((amount) => amount > 0)
}

/** The choices that staff are shown; of money any amount up to the most is taken. */
export const choicesOf = (offers: readonly Offer[]): readonly OfferMade[] =>
  offers.flatMap((offer): readonly OfferMade[] => {
    if (offer.kind === 'time')
      return offer.minutes.map((minutes) => ({ id: offer.id, kind: 'time', minutes, reason: offer.reasons[0] ?? '' }))
    const { id, kind, most, currency } = offer
    return amountsUpTo(most).map((amount) => ({ id, kind, amount, currency }))
  })

/** The offer that is meant, within the limits of its alternative; `undefined`: the platform would not take it. */
export function fittingOffer(meant: OfferArgs | undefined, offers: readonly Offer[]): OfferMade | undefined {
  const offer = offers.find(({ id }) => id === meant?.id)
  if (offer === undefined || meant === undefined) return undefined
  const { id } = offer
  if (offer.kind === 'time') {
    const { minutes, reason = offer.reasons[0] } = meant
    if (minutes === undefined || !offer.minutes.includes(minutes)) return undefined
    return reason === undefined || !offer.reasons.includes(reason)
      ? undefined
      : { id, kind: offer.kind, minutes, reason }
  }
  const { amount } = meant
  const isWithin = amount !== undefined && Number.isInteger(amount) && amount > 0 && amount <= offer.most
  return isWithin ? { id, kind: offer.kind, amount, currency: offer.currency } : undefined
}

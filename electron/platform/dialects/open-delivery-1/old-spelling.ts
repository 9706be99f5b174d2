import type { ActRequest } from '../../answers.ts'

/** Two codes of cancellations as 1.0.0 to 1.1.0 spell them (docs/protocol.md, "Open Delivery 1.x"). */
const OLD_CODES: Readonly<Record<string, string>> = {
  RESTAURANT_WITHOUT_DELIVERY_PERSON: 'RESTAURANT_WITHOUT_DELIVERY_MAN',
  INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT: 'INTERNAL_DIFFICULTIES_OF THE RESTAURANT',
}

/** The request with its code in the old spelling; `undefined`: it has none. */
export function oldSpellingOf(request: ActRequest): ActRequest | undefined {
  const { cancellation } = request
  const code = cancellation && OLD_CODES[cancellation.code]
  return code === undefined
    ? undefined
    : { ...request, cancellation: { ...cancellation, code, reason: cancellation?.reason ?? '' } }
}

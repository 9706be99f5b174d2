import { numberWithDigits } from '../../../../shared/exact-json.ts'
import type { EventReference } from '../../answers.ts'
import type { Acknowledgment, AcknowledgmentForm } from '../dialect.ts'

/** An id that was sent as a number is a number, with its digits. */
const idOf = ({ eventId, numericIds }: EventReference): unknown =>
  numericIds?.eventId ? numberWithDigits(eventId) : eventId
const orderIdOf = ({ orderId, numericIds }: EventReference): unknown =>
  numericIds?.orderId ? numberWithDigits(orderId) : orderId

/** The trio of Open Delivery 1.x, at most 100 (docs/protocol.md, "Events"). */
export const TRIOS: Acknowledgment = {
  name: 'v1',
  most: 100,
  body: (events) => events.map((event) => ({ id: idOf(event), orderId: orderIdOf(event), eventType: event.eventType })),
}

/** Ids alone, as iFood takes them; other hosts state no limit: 100. */
export const IDS: Acknowledgment = {
  name: 'ids',
  most: 100,
  body: (events) => events.map((event) => ({ id: idOf(event) })),
}

/** The forms that hosts of this dialect accept. */
const FORMS: Readonly<Record<AcknowledgmentForm, Acknowledgment>> = {
  v2: { name: 'v2', most: 1_000, body: (events) => ({ eventIds: events.map(idOf) }) },
  v1: TRIOS,
  ids: IDS,
}

/** The forms to try, with this one first. */
export const formsFrom = (first: AcknowledgmentForm): readonly [Acknowledgment, ...Acknowledgment[]] => [
  FORMS[first],
  ...Object.values(FORMS).filter(({ name }) => name !== first),
]

export const acknowledgmentLimitOf = (form: AcknowledgmentForm): number => FORMS[form].most

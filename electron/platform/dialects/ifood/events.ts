import { isPlainRecord } from '../../../../shared/is-record.ts'
import { slimEvent } from '../../../../shared/order/event-page.ts'
import { type Members, membersOf } from '../../../../shared/order/field-reader.ts'
import { ASKED, REPLIED, SETTLED } from '../../../../shared/order/moves/moves.ts'
import { type WishKind, wishCode } from '../../../../shared/order/moves/wish.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { pathSegment } from '../../path-segment.ts'
import { offersIn } from './alternatives.ts'

/** The events of iFood that mean something here: code, name, and the type of event that says the same. */
const TYPES: readonly (readonly [code: string, fullCode: string, type: string])[] = [
  ['PLC', 'PLACED', 'CREATED'],
  ['CFM', 'CONFIRMED', 'CONFIRMED'],
  ['PRS', 'PREPARATION_STARTED', 'PREPARING'],
  ['SPS', 'SEPARATION_STARTED', 'PREPARING'],
  ['SPE', 'SEPARATION_ENDED', 'READY_FOR_PICKUP'],
  ['RTP', 'READY_TO_PICKUP', 'READY_FOR_PICKUP'],
  ['DSP', 'DISPATCHED', 'DISPATCHED'],
  ['CON', 'CONCLUDED', 'CONCLUDED'],
  ['CAN', 'CANCELLED', 'CANCELLED'],
  ['CAR', 'CANCELLATION_REQUESTED', 'CANCELLATION_REQUESTED'],
  ['CARF', 'CANCELLATION_REQUEST_FAILED', 'CANCELLATION_REQUEST_DENIED'],
  ['RPS', 'RECOMMENDED_PREPARATION_START', 'PREPARATION_REQUESTED'],
  ['ADR', 'ASSIGN_DRIVER', 'PICKUP_ONGOING'],
  ['GTO', 'GOING_TO_ORIGIN', 'PICKUP_ONGOING'],
  ['AAO', 'ARRIVED_AT_ORIGIN', 'RIDER_ARRIVED_AT_STORE'],
  ['CLT', 'COLLECTED', 'ORDER_COLLECTED'],
  ['DDD', 'DELIVERY_DRIVER_DEALLOCATED', 'RIDER_DEALLOCATED'],
  ['DPCR', 'DELIVERY_PICKUP_CODE_REQUESTED', 'PICKUP_CODE_REQUESTED'],
  ['DPCS', 'DELIVERY_PICKUP_CODE_VALIDATION_SUCCESS', 'PICKUP_CODE_VALIDATED'],
  ['AAD', 'ARRIVED_AT_DESTINATION', 'ARRIVED_AT_CUSTOMER'],
]

/** Both names of a type are unique, so either finds it. */
const TYPE_OF: ReadonlyMap<string, string> = new Map(
  TYPES.flatMap(([code, fullCode, type]) => [
    [code, type],
    [foldedWord(fullCode), type],
  ]),
)

/** What a dispute is about; another one asks the kitchen for nothing. */
const KINDS: Readonly<Record<string, WishKind>> = {
  CANCELLATION: 'cancel',
  PARTIALCANCELLATION: 'cancel-part',
  PROPOSEDAMOUNTREFUND: 'refund',
  PROPOSEDADDITIONALTIME: 'more-time',
}

/** A dispute is a wish of the customer; its settlement ends it, or says that the customer has to answer an offer. */
function aboutDispute(name: string, details: Members) {
  const dispute = idOf(details('disputeId', 'id'))
  if (dispute === undefined || pathSegment(dispute) === undefined) return undefined
  if (name === 'HANDSHAKEDISPUTE' || name === 'HSD') {
    const kind = KINDS[foldedWord(wordOf(details('action')) ?? '')]
    if (kind === undefined) return undefined
    const reasons = details('acceptCancellationReasons')
    const acceptReason: unknown = Array.isArray(reasons) ? reasons[0] : undefined
    const by = parseInstant(details('expiresAt'))
    const offers = offersIn(details('alternatives'))
    const code = wishCode({
      dispute,
      kind,
      by: by === undefined ? undefined : new Date(by).toISOString(),
      mayDeny: foldedWord(wordOf(details('handshakeType')) ?? '') !== 'DELAY',
      acceptReason: wordOf(acceptReason),
      ...(offers.length === 0 ? {} : { offers }),
    })
    return code === undefined ? undefined : { eventType: ASKED, metadata: { code, reason: details('message') } }
  }
  if (name !== 'HANDSHAKESETTLEMENT' && name !== 'HSS') return undefined
  const status = wordOf(details('status')) ?? 'EXPIRED'
  const eventType = foldedWord(status) === 'ALTERNATIVEREPLIED' ? REPLIED : SETTLED
  return { eventType, metadata: { code: dispute, reason: status } }
}

/** Also one that is sent as a number. */
const idOf = (sent: unknown): string | undefined =>
  typeof sent === 'number' || typeof sent === 'bigint' ? String(sent) : wordOf(sent)

const wordOf = (sent: unknown): string | undefined => (typeof sent === 'string' && sent !== '' ? sent : undefined)

function neutralEvent(sent: unknown): unknown {
  if (!isPlainRecord(sent)) return sent
  const members = membersOf(sent)
  const [fullCode, code] = [wordOf(members('fullCode')), wordOf(members('code'))]
  const words = [fullCode, code].filter((word) => word !== undefined)
  const type = words.map((word) => TYPE_OF.get(foldedWord(word))).find((known) => known !== undefined)
  const metadata = members('metadata')
  const details = isPlainRecord(metadata) ? membersOf(metadata) : () => undefined
  const about = aboutDispute(foldedWord(fullCode ?? code ?? ''), details)
  return slimEvent({
    eventId: members('id', 'eventId'),
    eventType: about?.eventType ?? type ?? fullCode ?? code,
    orderId: members('orderId'),
    createdAt: members('createdAt'),
    metadata: about?.metadata ?? {
      code: details('CANCEL_CODE', 'HANDSHAKE_VALIDATION_TYPE'),
      reason: details('CANCEL_REASON'),
    },
  })
}

/** Events of iFood in the shape and with the types that the program knows. An unknown type keeps its name. */
export const neutralEvents = (events: readonly unknown[]): readonly unknown[] => events.map(neutralEvent)

import {
  Bike,
  CalendarClock,
  CircleAlert,
  Clock,
  Flag,
  type LucideIcon,
  Package,
  ShoppingBag,
  Store,
  TriangleAlert,
  Utensils,
  Zap,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { countdown } from '../../shared/duration.ts'
import { firstName } from '../../shared/first-name.ts'
import { startOfWork } from '../../shared/lateness.ts'
import { isKnownStatus } from '../../shared/lifecycle.ts'
import { placeWords } from '../../shared/place-words.ts'
import { shortId } from '../../shared/short-id.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { deadlineUrgency, type Urgency } from '../../shared/urgency.ts'
import { useComanda, useFormats, useTick, useWords } from '../window/window-parts.ts'
import { ChannelBadge } from './channel-badge.tsx'
import { TapStatusText } from './tap-status-text.tsx'
import { orderTypeWord, statusWord } from './words.ts'

const TYPE_ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['DELIVERY', Bike],
  ['TAKEOUT', ShoppingBag],
  ['INDOOR', Utensils],
])
const URGENCY_ICONS: Readonly<Record<Urgency, LucideIcon>> = { calm: Clock, warn: TriangleAlert, late: CircleAlert }

function Chip({
  icon: Icon,
  kind = 'plain',
  value,
  children,
}: {
  readonly icon?: LucideIcon
  readonly kind?: string
  readonly value?: string
  readonly children: ReactNode
}) {
  return (
    <span className="chip" data-kind={kind} data-value={value}>
      {Icon ? <Icon aria-hidden /> : null}
      <bdi>{children}</bdi>
    </span>
  )
}

/** A longer display id or code gets a smaller font, so that it fits in one or two lines. */
export const idLength = (displayId: string): string => {
  if (displayId.length <= 6) return 'short'
  return displayId.length <= 10 ? 'long' : 'endless'
}

export function DisplayId({ displayId }: { readonly displayId: string }) {
  return (
    <h3 className="display-id" data-length={idLength(displayId)}>
      <bdi>{displayId}</bdi>
    </h3>
  )
}

/** The key that selects the ticket. 0: no key, but its space is reserved. */
export function KeyNumber({ number }: { readonly number: number | undefined }) {
  const formats = useFormats()
  if (number === undefined) return null
  if (number === 0) return <span className="key-room" />
  return (
    <kbd className="key-number" aria-hidden>
      {formats.whole(number)}
    </kbd>
  )
}

/** The elapsed time of an order since it could be started (`startOfWork`). */
export function Age({
  ticket,
  urgency,
  hasSign = true,
}: {
  readonly ticket: Ticket
  readonly urgency: Urgency
  readonly hasSign?: boolean
}) {
  const t = useWords()
  const formats = useFormats()
  const start = startOfWork(ticket)
  const age = useTick((now) => formats.duration(now - start))
  const short = useTick((now) => formats.age(now - start))
  const Icon = URGENCY_ICONS[urgency]
  return (
    <span className="age" data-urgency={urgency}>
      {urgency === 'calm' || !hasSign ? null : <Icon aria-hidden />}
      <span className="visually-hidden">{t('ticket.age', { duration: age })}</span>
      <span aria-hidden>{short}</span>
    </span>
  )
}

/** The time left to accept the order. The frame changes in the last call (`shared/alarm.ts`). */
export function AcceptDeadline({ confirmBy }: { readonly confirmBy: number }) {
  const t = useWords()
  const urgency = useTick((now) => deadlineUrgency(confirmBy, now))
  const left = useTick((now) => countdown(Math.max(0, confirmBy - now)))
  return (
    <span className="deadline" data-urgency={urgency}>
      <span className="visually-hidden">{t('ticket.acceptWithin')} </span>
      <strong aria-hidden={urgency === 'late' || undefined}>{left}</strong>
      {urgency === 'late' ? <span className="visually-hidden">{t('ticket.acceptExpired')}</span> : null}
    </span>
  )
}

/** The start of a scheduled order. A card shows only the time, or an icon when the platform determines the start. */
export function StartTime({ ticket, isShort = false }: { readonly ticket: Ticket; readonly isShort?: boolean }) {
  const t = useWords()
  const formats = useFormats()
  const { lane, startAt, awaitsPreparationRequest } = ticket
  const when = isShort ? formats.whenShort : formats.when
  const start = useTick((now) => (startAt === undefined ? undefined : when(startAt, now)))
  // A whole ticket states an unknown time among its messages.
  if (lane !== 'scheduled' || (ticket.isTimeUnknown && !isShort)) return null
  const isAwaited = awaitsPreparationRequest || start === undefined
  const isDated = !isAwaited && startAt !== undefined && start !== formats.time(startAt)
  const awaited = ticket.isTimeUnknown ? t('ticket.timeUnknown') : t('ticket.awaitsRequest')
  const words = isAwaited ? awaited : t('ticket.startAt', { time: start })
  return (
    <span className="start-time" data-dated={isDated || undefined}>
      <CalendarClock aria-hidden />
      {isShort ? <span className="visually-hidden">{words}</span> : words}
      {isShort && !isAwaited ? <span aria-hidden>{start}</span> : null}
      {isShort && ticket.isTimeUnknown ? <span aria-hidden>?</span> : null}
    </span>
  )
}

/** The status is shown when no next step implies it. */
const showsStatus = ({ status, lane }: Ticket): boolean => status !== '' && (!isKnownStatus(status) || lane === 'done')

/** The state of the last tap. The footer shows a held tap, the messages show a refused one. */
export function TapStatusMark({ ticket: { tap } }: { readonly ticket: Ticket }) {
  if (tap === undefined || tap.truth === 'held' || tap.truth === 'conflict') return null
  return (
    <span className="tap-status" data-truth={tap.truth} role="status">
      <TapStatusText tap={tap} />
    </span>
  )
}

/** Shown only when the board has orders of several establishments. */
function Merchant({ name }: { readonly name: string }) {
  const severalMerchants = useComanda((state) => state.board.severalMerchants)
  return severalMerchants ? <Chip icon={Store}>{name}</Chip> : null
}

/** A word for a due or late order. Its space is reserved, so that the ticket does not grow later. */
function UrgencyWord({ urgency }: { readonly urgency: Urgency }) {
  const t = useWords()
  const words = { calm: undefined, warn: t('ticket.ageWarn'), late: t('ticket.ageLate') }
  const longest = words.warn.length > words.late.length ? words.warn : words.late
  return (
    <span className="urgency-word" data-room={longest}>
      {urgency === 'calm' ? null : (
        <Chip kind="urgency" value={urgency}>
          {words[urgency]}
        </Chip>
      )}
    </span>
  )
}

/** A number that is longer than any that staff read to each other is among the lines as a whole. */
const headId = (displayId: string): string => shortId(displayId, MAX_LABEL_IN_HEAD)

/** A longer label is shown among the lines of the order, which can be divided into parts. The head cannot. */
const MAX_LABEL_IN_HEAD = 40
const isInHead = (label: string): boolean => label.length <= MAX_LABEL_IN_HEAD

/** Where the guest of an on-premises order is. */
function Place({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const texts = { place: t('place', { returnObjects: true }), consumption: t('consumption', { returnObjects: true }) }
  return placeWords(ticket, texts).map((text) => (
    <Chip key={text} kind="place" icon={Utensils}>
      {text}
    </Chip>
  ))
}

/** Brand, shop and customer: the short labels, or with `areLong` the long ones. */
function Labels({ ticket, areLong = false }: { readonly ticket: Ticket; readonly areLong?: boolean }) {
  const { brand, merchantName, customerName } = ticket
  const customer = customerName === undefined ? undefined : firstName(customerName)
  const isShown = (label: string | undefined): label is string => label !== undefined && isInHead(label) !== areLong
  return (
    <>
      {isShown(brand) ? <Chip kind="brand">{brand}</Chip> : null}
      {isShown(merchantName) ? <Merchant name={merchantName} /> : null}
      {isShown(customer) ? <Chip kind="customer">{customer}</Chip> : null}
    </>
  )
}

/** The labels that do not fit in the head. */
export function LongLabels({ ticket }: { readonly ticket: Ticket }) {
  const { brand, merchantName, customerName, displayId } = ticket
  if ([brand, merchantName, customerName, displayId].every((label) => label === undefined || isInHead(label))) {
    return null
  }
  return (
    <div className="long-labels">
      {isInHead(displayId) ? null : <Chip kind="display-id">{displayId}</Chip>}
      <Labels ticket={ticket} areLong />
    </div>
  )
}

/** Channel, customer and the state of the last tap. `urgency`: absent for an order that does not age. */
function Origin({ ticket, urgency }: { readonly ticket: Ticket; readonly urgency: Urgency | undefined }) {
  const t = useWords()
  const formats = useFormats()
  const { channel, priority, dueAt, confirmBy } = ticket
  const due = useTick((now) => (dueAt === undefined ? undefined : formats.when(dueAt, now)))
  return (
    <div className="chips">
      {confirmBy === undefined || ticket.cancelled ? null : <AcceptDeadline confirmBy={confirmBy} />}
      {showsStatus(ticket) ? <Chip kind="status">{statusWord(t, ticket.status)}</Chip> : null}
      {due === undefined ? null : <Chip kind="due">{t('ticket.due', { time: due })}</Chip>}
      {priority === undefined ? null : (
        <span className="chip" data-kind="priority">
          <Flag aria-hidden />
          <span aria-hidden>{formats.whole(priority)}</span>
          <span className="visually-hidden">{t('ticket.priority', { level: formats.whole(priority) })}</span>
        </span>
      )}
      {channel === undefined ? null : <ChannelBadge channel={channel} isShort />}
      {ticket.acceptedAutomatically ? (
        <span className="chip" data-kind="automatic">
          <Zap aria-hidden />
          <span className="visually-hidden">{t('ticket.acceptedAutomatically')}</span>
        </span>
      ) : null}
      <Place ticket={ticket} />
      <Labels ticket={ticket} />
      {urgency === undefined ? null : <UrgencyWord urgency={urgency} />}
      <TapStatusMark ticket={ticket} />
    </div>
  )
}

/** The order type as a coloured icon; assistive technology reads its word. */
export function TypeSign({ ticket: { orderType, reading } }: { readonly ticket: Ticket }) {
  const t = useWords()
  const Icon = TYPE_ICONS.get(orderType) ?? Package
  if (reading !== 'read') return null
  return (
    <span className="type-sign" data-value={orderType}>
      <Icon aria-hidden />
      <span className="visually-hidden">{orderTypeWord(t, orderType)}</span>
    </span>
  )
}

/** Id, age, channel, customer, and the time left to accept the order. */
export const TicketHeader = memo(function TicketHeader({
  ticket,
  urgency,
  keyNumber,
}: {
  readonly ticket: Ticket
  readonly urgency: Urgency
  readonly keyNumber?: number | undefined
}) {
  const ages = ticket.lane !== 'scheduled' && !ticket.cancelled && ticket.lane !== 'done'
  return (
    <header className="ticket-head">
      <div
        className="ticket-top"
        data-urgency={ages ? urgency : 'calm'}
        data-lane={ticket.lane}
        data-numbered={keyNumber !== undefined || undefined}
      >
        <KeyNumber number={keyNumber} />
        <TypeSign ticket={ticket} />
        <DisplayId displayId={headId(ticket.displayId)} />
        {ages ? <Age ticket={ticket} urgency={urgency} hasSign={keyNumber === undefined} /> : null}
      </div>
      <Origin ticket={ticket} urgency={ages ? urgency : undefined} />
      <StartTime ticket={ticket} />
    </header>
  )
})

import {
  Bike,
  CalendarClock,
  CircleAlert,
  Clock,
  Flag,
  Hourglass,
  type LucideIcon,
  Package,
  ShoppingBag,
  Store,
  TriangleAlert,
  User,
  Utensils,
  Zap,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { countdown } from '../../shared/duration.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useComanda, useFormats, useTick, useWords } from '../app/window-parts.ts'
import { ChannelBadge } from './channel-badge.tsx'
import { deadlineUrgency, startOfWork, type Urgency } from './urgency.ts'
import { orderTypeWord, statusWord } from './words.ts'

const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = { DELIVERY: Bike, TAKEOUT: ShoppingBag, INDOOR: Utensils }
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

/** The longer a display id, the smaller: it is to be read whole, in one or two lines. */
const idLength = (displayId: string): string => {
  if (displayId.length <= 6) return 'short'
  return displayId.length <= 14 ? 'long' : 'endless'
}

function Age({ ticket, urgency }: { readonly ticket: Ticket; readonly urgency: Urgency }) {
  const t = useWords()
  const formats = useFormats()
  const start = startOfWork(ticket)
  const age = useTick((now) => formats.duration(now - start))
  const Icon = URGENCY_ICONS[urgency]
  return (
    <span className="age" data-urgency={urgency}>
      <Icon aria-hidden />
      <span className="visually-hidden">{t('ticket.age', { duration: age })}</span>
      <span aria-hidden>{age}</span>
      {urgency === 'calm' ? null : <em>{t(urgency === 'warn' ? 'ticket.ageWarn' : 'ticket.ageLate')}</em>}
    </span>
  )
}

/** Time left to confirm; apart from the age, and loudest in its last two minutes. */
function AcceptDeadline({ confirmBy }: { readonly confirmBy: number }) {
  const t = useWords()
  const urgency = useTick((now) => deadlineUrgency(confirmBy, now))
  const left = useTick((now) => countdown(confirmBy - now))
  return (
    <p className="deadline" data-urgency={urgency}>
      <Hourglass aria-hidden />
      {urgency === 'late' ? (
        t('ticket.acceptExpired')
      ) : (
        <>
          {t('ticket.acceptWithin')} <strong>{left}</strong>
        </>
      )}
    </p>
  )
}

function StartTime({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const { lane, startAt } = ticket
  const start = useTick((now) => (startAt === undefined ? undefined : formats.when(startAt, now)))
  if (lane !== 'scheduled') return null
  return (
    <p className="start-time">
      <CalendarClock aria-hidden />
      {ticket.awaitsPreparationRequest || start === undefined
        ? t('ticket.awaitsRequest')
        : t('ticket.startAt', { time: start })}
    </p>
  )
}

/** In the new and ready lanes the lane itself says the status. */
const showsStatus = ({ lane, status }: Ticket): boolean =>
  !(lane === 'new' && status === 'CREATED') && !(lane === 'ready' && status === 'READY') && status !== ''

/** Which order, how old, for when, and how long it can wait to be accepted. */
export const TicketHeader = memo(function TicketHeader({
  ticket,
  urgency,
  keyNumber,
}: {
  readonly ticket: Ticket
  readonly urgency: Urgency
  readonly keyNumber?: number | undefined
}) {
  const t = useWords()
  const formats = useFormats()
  const { orderType, dueAt, confirmBy } = ticket
  const due = useTick((now) => (dueAt === undefined ? undefined : formats.when(dueAt, now)))
  const ages = ticket.lane !== 'scheduled' && !ticket.cancelled && ticket.lane !== 'done'
  return (
    <header className="ticket-head">
      <div className="ticket-top" data-urgency={ages ? urgency : 'calm'}>
        {keyNumber === undefined ? null : (
          <kbd className="key-number" aria-hidden>
            {formats.whole(keyNumber)}
          </kbd>
        )}
        <h3 className="display-id" data-length={idLength(ticket.displayId)}>
          <bdi>{ticket.displayId}</bdi>
        </h3>
        {ages ? <Age ticket={ticket} urgency={urgency} /> : null}
      </div>
      <div className="chips">
        {ticket.reading === 'read' ? (
          <Chip icon={TYPE_ICONS[orderType] ?? Package} kind="type" value={orderType}>
            {orderTypeWord(t, orderType)}
          </Chip>
        ) : null}
        {showsStatus(ticket) ? <Chip kind="status">{statusWord(t, ticket.status)}</Chip> : null}
        {due === undefined ? null : (
          <Chip icon={CalendarClock} kind="due">
            {t('ticket.due', { time: due })}
          </Chip>
        )}
        {confirmBy === undefined || ticket.cancelled ? null : <AcceptDeadline confirmBy={confirmBy} />}
      </div>
      <StartTime ticket={ticket} />
    </header>
  )
})

/** Named only where the board has orders of several. */
function Merchant({ name }: { readonly name: string }) {
  const severalMerchants = useComanda((state) => state.board.severalMerchants)
  return severalMerchants ? <Chip icon={Store}>{name}</Chip> : null
}

/** From where and for whom: names of any length, so they run with the lines. */
export function TicketOrigin({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const { channel, brand, merchantName, customerName, priority } = ticket
  return (
    <div className="chips origin">
      {priority === undefined ? null : (
        <Chip icon={Flag} kind="priority">
          {t('ticket.priority', { level: formats.whole(priority) })}
        </Chip>
      )}
      {channel === undefined ? null : <ChannelBadge channel={channel} />}
      {ticket.acceptedAutomatically ? (
        <Chip icon={Zap} kind="automatic">
          {t('ticket.acceptedAutomatically')}
        </Chip>
      ) : null}
      {brand === undefined ? null : <Chip kind="brand">{brand}</Chip>}
      {merchantName === undefined ? null : <Merchant name={merchantName} />}
      {customerName === undefined ? null : <Chip icon={User}>{firstName(customerName)}</Chip>}
    </div>
  )
}

/** A kitchen calls out first names; more of a person's name has no business on the wall. */
const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''

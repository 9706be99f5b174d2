import { CalendarClock, Check, Hourglass, OctagonAlert, OctagonX, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { firstName } from '../../shared/text/first-name.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import { isForLater, startOfWork } from '../../shared/ticket/lateness.ts'
import type { TapView, Ticket } from '../../shared/ticket/ticket.ts'
import { hasAllergy } from '../../shared/ticket/ticket-tree.ts'
import { warningsOf } from '../../shared/ticket/ticket-warnings.ts'
import { deadlineUrgency, type Urgency, urgencyOf } from '../../shared/ticket/urgency.ts'
import { countdown } from '../../shared/time/duration.ts'
import type { Form } from '../places/flow.ts'
import { mustStop, ownNames } from '../store/board-state.ts'
import { useFormats, useTick, useTicks, useWords } from '../ui/window/window-parts.ts'
import { ACTION_ICONS } from './action-icons.ts'
import { headId } from './display-id.ts'
import { headSign, typeSign } from './head-signs.tsx'
import { FirstMark } from './kitchen-marks.tsx'
import { needsRow, useOriginWords } from './origin-words.ts'
import { PlatformMark } from './platform-mark.tsx'
import { secondsLeft, TAP_ICONS, TapStatusText } from './tap-status-text.tsx'
import { useBoardFacts, useTicketSettings } from './ticket-settings.ts'
import { TwinWords } from './twin-words.tsx'
import { CourierClock, StandingTime } from './waiting-clocks.tsx'
import { doneWord, orderTypeWord, statusWord } from './words.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
type SignProps = Pick<HeadProps, 'ticket' | 'form' | 'keyNumber'>

/** Whether the sign of a strip warns of an allergy: no note shows it. */
function useAllergySign(ticket: Ticket, form: Form): boolean {
  const settings = useTicketSettings()
  return form === 'strip' && ticket.reading === 'read' && hasAllergy(ticket, kitchenWordsOf(settings))
}

/** An icon in the place of the order's type: its key while a numpad is used, an allergy where no note shows it, or both. */
function Sign({ ticket, form, keyNumber }: SignProps) {
  const t = useWords()
  const formats = useFormats()
  const warns = useAllergySign(ticket, form)
  const { orderType, reading } = ticket
  const type = orderTypeWord(t, orderType)
  const allergy = warns ? (
    <span className="visually-hidden">
      {t('ticket.allergy')} {type}
    </span>
  ) : null
  if (keyNumber !== undefined) {
    return (
      <>
        <kbd className="key-number" data-allergy={warns || undefined} aria-hidden>
          {formats.whole(keyNumber)}
        </kbd>
        {allergy}
      </>
    )
  }
  if (reading !== 'read') return null
  if (!warns) return typeSign(orderType, type)
  return (
    <span className="sign" data-allergy>
      <OctagonAlert aria-hidden />
      {allergy}
    </span>
  )
}

/** Words or a number about time. With little time or none it is a pill with a sign. `label`: the whole words. */
const pill = (urgency: Urgency, words: string, label?: string) => (
  <span className="pill" data-urgency={urgency} {...(label !== undefined && { role: 'img', 'aria-label': label })}>
    {urgency === 'calm' ? null : headSign(urgency)}
    {words}
  </span>
)

/** An age as its words show it: whole seconds, from a minute on whole minutes. */
const shownAge = (ms: number): number => ms - (ms % (ms < MINUTE_MS ? SECOND_MS : MINUTE_MS))

/** The elapsed time of an order since it could be started (`startOfWork`). */
function Age({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const settings = useTicketSettings()
  const start = startOfWork(ticket)
  const [urgency, age] = useTicks((now) => [urgencyOf(ticket, settings?.ageMinutes, now), shownAge(now - start)])
  const words = t('ticket.age', { duration: formats.duration(age) })
  return pill(
    urgency,
    formats.age(age),
    urgency === 'calm' ? words : `${words}, ${t(urgency === 'warn' ? 'ticket.ageWarn' : 'ticket.ageLate')}`,
  )
}

/** The time left to accept the order. */
function Deadline({ confirmBy }: { readonly confirmBy: number }) {
  const t = useWords()
  const [urgency, left] = useTicks((now) => [deadlineUrgency(confirmBy, now), countdown(Math.max(0, confirmBy - now))])
  return (
    <>
      <span className="visually-hidden">{t('ticket.acceptWithin')} </span>
      {urgency === 'calm' ? <Hourglass aria-hidden /> : null}
      {pill(urgency, urgency === 'late' ? t('ticket.acceptExpired') : left)}{' '}
      {urgency === 'late' ? null : <strong>{t('lane.newOne')}</strong>}
    </>
  )
}

/** For when an order for later was promised. Without that time, when it starts. */
function Scheduled({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const { dueAt, startAt, lane, awaitsPreparationRequest, isTimeUnknown } = ticket
  const promised = dueAt ?? startAt
  const [time, start] = useTicks((now) =>
    [promised, startAt].map((at) => (at === undefined ? '' : formats.whenShort(at, now))),
  )
  const isAwaited = lane === 'scheduled' && (awaitsPreparationRequest || startAt === undefined)
  const about = isTimeUnknown
    ? t('ticket.timeUnknown')
    : isAwaited
      ? t('ticket.awaitsRequest')
      : lane === 'scheduled' && start
        ? t('ticket.startAt', { time: start })
        : undefined
  return (
    <p className="schedule" data-scheduled>
      <CalendarClock aria-hidden />
      <span>
        {t('ticket.scheduled')} {isTimeUnknown || !time ? '?' : time}
      </span>
      {about === undefined ? null : <span className="visually-hidden">{about}</span>}
    </p>
  )
}

/** The new state of an order whose tap can still be undone, and for how long. */
export function Held({ tap, pairedTap }: { readonly tap: TapView; readonly pairedTap: TapView | undefined }) {
  const t = useWords()
  const formats = useFormats()
  const left = useTick((now) => secondsLeft(tap, now))
  const before = pairedTap?.truth === 'held' ? pairedTap.action : undefined
  const Before = before && ACTION_ICONS[before]
  return (
    <strong className="held" data-truth="held" role="status">
      <span>
        {before && Before ? (
          <>
            <Before aria-hidden />
            <span className="visually-hidden">{doneWord(t, before)} + </span>
          </>
        ) : null}
        {doneWord(t, tap.action)}
      </span>{' '}
      <span className="held-seconds">
        {formats.whole(left)}
        {'\u00a0s'}
      </span>
      {tap.by === undefined ? null : <span className="visually-hidden"> · {tap.by}</span>}
    </strong>
  )
}

/** A longer name is with the dishes only. */
const MAX_NAME = 12
/** A longer code has as many rows as it needs. */
const MAX_CODE = 6
const isLongCode = (code: string): boolean => code.length > MAX_CODE

/** The second line of the head: what matters about the order in its stage. */
function Figure({ ticket, form }: Pick<HeadProps, 'ticket' | 'form'>) {
  const t = useWords()
  const formats = useFormats()
  const { lane, tap, confirmBy, pickupCode, customerName, lines, status, recalled } = ticket
  if (mustStop(ticket)) {
    return (
      <>
        <OctagonX aria-hidden />
        <strong>{t('stop.title')}</strong>
      </>
    )
  }
  if (tap?.truth === 'held') return <Held tap={tap} pairedTap={ticket.pairedTap} />
  if (recalled) return <span className="guest">{t('ticket.recalled')}</span>
  if (ticket.cancelled && ticket.cancellationAnnounced) return t('stop.unverified')
  if (lane === 'done') return status === 'IN_DELIVERY' ? t('done.dispatch') : statusWord(t, status)
  if (confirmBy !== undefined) return <Deadline confirmBy={confirmBy} />
  if (lane === 'ready') {
    if (pickupCode !== undefined) {
      return isLongCode(pickupCode) ? (
        <bdi className="long-code">{pickupCode}</bdi>
      ) : (
        <span className="code">
          <span>{t('ticket.code')}</span> <bdi>{pickupCode}</bdi>
        </span>
      )
    }
    const name = customerName === undefined ? '' : firstName(customerName)
    return (
      <bdi className="guest">{name === '' || name.length > MAX_NAME ? orderTypeWord(t, ticket.orderType) : name}</bdi>
    )
  }
  return (
    <>
      {lane === 'scheduled' ? <span>{t('ticket.awaits')}</span> : <Age ticket={ticket} />}
      {form === 'strip' && lines.length > 0 ? (
        <span className="line-count" role="img" aria-label={t('counter.items', { count: lines.length })}>
          {headSign('lines')}
          {formats.whole(lines.length)}
        </span>
      ) : null}
    </>
  )
}

/** The state of the last tap as an icon; assistive technology reads its words. The head shows a held one, with its seconds. */
export function TapMark({ ticket: { tap } }: { readonly ticket: Ticket }) {
  const t = useWords()
  if (tap === undefined || tap.truth === 'held') return null
  const Icon = TAP_ICONS[tap.truth]
  return (
    <span className="mark" data-truth={tap.truth} role={tap.truth === 'conflict' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <span className="visually-hidden">
        <TapStatusText tap={tap} isIconOnly />
        {tap.reason === undefined ? null : ` ${t(`conflict.${tap.reason}`)}`}
        {tap.detail === undefined ? null : ` ${tap.detail}`}
      </span>
    </span>
  )
}

/** The mark of a whole ticket whose last line has no room for it. That of a refused tap is always in the last line. */
function MarkBesideId({ ticket }: { readonly ticket: Ticket }) {
  const isFull = needsRow(useOriginWords(ticket))
  return isFull && ticket.tap?.truth !== 'conflict' && !mustStop(ticket) ? <TapMark ticket={ticket} /> : null
}

/** What has changed or gone wrong, where the last line does not say it. */
function WarningMark({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { cancellationRequest, changes } = ticket
  const [warning] = warningsOf(ticket)
  const word =
    cancellationRequest === 'waiting'
      ? t('ticket.cancellationShort')
      : changes
        ? t('ticket.changedShort')
        : warning && t(`ticket.${warning}`)
  if (word === undefined || mustStop(ticket)) return null
  const Icon = cancellationRequest === 'waiting' ? Hourglass : TriangleAlert
  return (
    <span className="mark" role="status" data-warning>
      <Icon aria-hidden />
      <span className="visually-hidden">{word}</span>
    </span>
  )
}

type HeadProps = {
  readonly ticket: Ticket
  readonly form: Form
  readonly keyNumber: number | undefined
  /** Opens the whole order, or closes it. Absent where the order is only shown. */
  readonly open: (() => void) | undefined
  readonly isOpened: boolean
  readonly step: React.ReactNode
}

/** Type, id and figure, which a tap opens. An opened order has a button that closes it. */
const HeadAbout = memo(function HeadAbout({ ticket, form, keyNumber, open, isOpened }: Omit<HeadProps, 'step'>) {
  const t = useWords()
  const facts = useBoardFacts()
  // Where no other line names the shop and the brand.
  const names = form === 'whole' ? '' : ownNames(ticket, facts)
  // Why the last tap on this ticket failed, in every form; the opened ticket shows it.
  const failure = facts.failures[ticket.orderId]
  const { displayId, lane, connection } = ticket
  const allergySign = useAllergySign(ticket, form)
  // The key and an allergy always stand. The sign of the type may leave sight beside a long number.
  const mustSign = keyNumber !== undefined || allergySign
  const id = headId(displayId, mustSign)
  const isShort = id.size === 'short'
  const platform = connection === undefined || form === 'whole' ? null : <PlatformMark connection={connection} />
  // A ready order has a tick beside its id, and below it a name at most.
  const standsBelow = isShort && (lane === 'ready' || lane === 'done')
  const sign = <Sign ticket={ticket} form={form} keyNumber={keyNumber} />
  const signs = (
    <>
      {lane === 'ready' && form !== 'whole' && ticket.tap === undefined ? <Check className="tick" aria-hidden /> : null}
      {form === 'whole' ? null : <WarningMark ticket={ticket} />}
      <FirstMark ticket={ticket} />
      <TwinWords ticket={ticket} isShort />
      {ticket.tap === undefined ? null : form === 'whole' ? (
        <MarkBesideId ticket={ticket} />
      ) : (
        <TapMark ticket={ticket} />
      )}
      {standsBelow ? null : platform}
    </>
  )
  return (
    <div className="head-about" data-id={id.size === 'short' ? undefined : id.size}>
      <div className="head-id">
        {isShort || mustSign ? sign : null}
        <h3 className="display-id" dir="auto" data-em={id.em.toFixed(2)}>
          {id.rows.map((row, index) => {
            // Both rows may be the same.
            const key = `${index}`
            return <span key={key}>{row}</span>
          })}
        </h3>
        {isShort ? signs : null}
      </div>
      <div className="figure">
        <Figure ticket={ticket} form={form} />
        {mustStop(ticket) || ticket.tap?.truth === 'held' ? null : <StandingTime ticket={ticket} />}
        {standsBelow ? platform : null}
        {isShort ? null : (
          <span className="head-signs">
            {mustSign ? null : sign}
            {signs}
          </span>
        )}
      </div>
      {names === '' ? null : (
        <p className="own-names">
          {facts.shops.size > 0 ? <span className="visually-hidden">{ticket.merchantName} </span> : null}
          <bdi>{names}</bdi>
        </p>
      )}
      {failure === undefined ? null : (
        <span className="visually-hidden" role="alert" data-failure={failure}>
          {t(`failure.${failure}`)}
        </span>
      )}
      {open === undefined || (isOpened && !mustStop(ticket)) ? null : (
        <button
          type="button"
          className="head-open"
          data-command={isOpened ? 'close' : 'open'}
          aria-label={t(isOpened ? 'action.close' : 'ticket.open', { displayId })}
          aria-haspopup={isOpened ? undefined : 'dialog'}
          onClick={open}
        />
      )}
    </div>
  )
})

/** The order on the left, its next step on the right. A button may accept no tap after a move, and is drawn again then. */
export function TicketHead({ step, ...about }: HeadProps) {
  const { ticket } = about
  return (
    <header className="head">
      <HeadAbout {...about} />
      {step === undefined ? null : <div className="head-step">{step}</div>}
      {isForLater(ticket) ? <Scheduled ticket={ticket} /> : null}
      {ticket.courierSince === undefined ? null : <CourierClock since={ticket.courierSince} />}
    </header>
  )
}

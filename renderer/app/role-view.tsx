import './roles.css'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import { ownLines } from '../store/own-part.ts'
import { lacksStation } from '../store/station-lines.ts'
import { isComplete, progressOfParts } from '../store/station-progress.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { NextStep } from '../ticket/head-step.tsx'
import { nextStepOf } from '../ticket/next-step.ts'
import { type RoleParts, RolePartsContext } from '../ticket/role-parts.ts'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { READY_ANYWAY_MS, useTapCooldown, withoutFocus } from '../ticket/use-action.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useTimedFlag } from '../ui/window/use-timed-flag.ts'
import { useComanda, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { OrderBoard } from '../wall/order-board.tsx'
import { CustomersBoardView } from './customers-board-view.tsx'

/** The roles with their own view. The other roles use the views of the kitchen and of the counter. */
type OwnViewRole = 'prep' | 'pass' | 'customers'

/** The view of a screen with a role. */
export function RoleView({ role }: { readonly role: OwnViewRole }) {
  if (role === 'customers') return <CustomersBoardView />
  return (
    <RolePartsContext value={role === 'prep' ? PREP_PARTS : PASS_PARTS}>
      <WhichStation />
      <OrderBoard />
    </RolePartsContext>
  )
}

/** Asks which preparation station the screen is for. Shown above the board until one of the shop's stations is chosen. */
function WhichStation() {
  const { t } = useTranslation('roles')
  const { bridge } = useWindowParts()
  const isAsked = useComanda((state) => lacksStation(state.settings))
  const stations = useComanda((state) => state.settings?.stations)
  if (!isAsked || stations === undefined) return null
  return (
    <section className="which-station" aria-label={t('whichStation')} data-testid="which-station">
      <h2>{t('whichStation')}</h2>
      <p>{t(stations.length === 0 ? 'noStations' : 'whichStationHint')}</p>
      <div className="which-station-names">
        {stations.map(({ name }) => (
          <button
            key={name}
            type="button"
            className="button"
            data-station={name}
            onClick={() => void callSafely(() => bridge.call['settings:change']({ station: name }))}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Marks this station's part of the order as done, or opens it again. */
function PartButton({ ticket, isDone }: { readonly ticket: Ticket; readonly isDone: boolean }) {
  const { t } = useTranslation('roles')
  const { isCoolingDown, mark } = usePart(ticket)
  return (
    <button
      type="button"
      className={isDone ? 'act' : 'act act-primary'}
      data-command={isDone ? 'reopen-part' : 'part-done'}
      data-step={isDone ? undefined : 'ready-for-pickup'}
      aria-disabled={isCoolingDown || undefined}
      onMouseDown={withoutFocus}
      onClick={() => void mark(!isDone)}
    >
      <span className="act-words">{t(isDone ? 'reopenShort' : 'myPartShort')}</span>
    </button>
  )
}

/** The step of the order that a preparation station may take. "Ready" belongs to the pass. */
const hasOwnStep = ({ actions }: Ticket): boolean =>
  actions.some((action) => action === 'confirm' || action === 'preparing')

const isWorkedOn = ({ lane, cancelled, reading }: Ticket): boolean =>
  lane === 'preparing' && cancelled === undefined && reading === 'read'

/** The step of a preparation station: its part of the order is done. */
function PrepStep({ ticket }: { readonly ticket: Ticket }) {
  const { isKnown, isOpen } = usePart(ticket)
  if (!isWorkedOn(ticket)) return <NextStep ticket={ticket} />
  if (!isKnown) return hasOwnStep(ticket) ? <NextStep ticket={ticket} /> : null
  if (!isOpen) return <PartButton key="reopen" ticket={ticket} isDone />
  return hasOwnStep(ticket) ? <NextStep ticket={ticket} /> : <PartButton key="done" ticket={ticket} isDone={false} />
}

const PREP_PARTS: RoleParts = { Step: PrepStep }

/** Marks or reopens the lines of this screen's station, and no other line: none before the station is chosen. The second tap of a double tap is dropped. */
function usePart(ticket: Ticket) {
  const { orderId } = ticket
  const { bridge } = useWindowParts()
  const guard = useBumpGuard()
  const call = useTicketCall(orderId)
  const settings = useComanda((state) => state.settings)
  const [isCoolingDown, refresh] = useTapCooldown(orderId)
  const appearedAt = useRef(0)
  useLayoutEffect(() => {
    appearedAt.current = monotonicNow()
  }, [])
  const isKnown = !lacksStation(settings)
  const own = isKnown ? ownLines(ticket, settings) : []
  const mark = async (struck: boolean): Promise<void> => {
    if (!guard.accepts(orderId, appearedAt.current)) return
    refresh()
    for (const { lineId, struck: isStruck } of own) {
      if (isStruck === struck) continue
      // One after the other, so that the first failure is shown and ends the loop.
      if (!(await call(() => bridge.call['order:strike-line']({ orderId, lineId, struck })))) return
    }
  }
  return { isKnown, isOpen: own.some(({ struck }) => !struck), isCoolingDown, mark }
}

const READY = 'ready-for-pickup'

const NO_STATIONS: readonly [] = []

/** The progress of each preparation station. In all states of an order, so that its ticket keeps its height. */
function Progress({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const parts = progressOfParts(ticket, stations)
  const nameOf = (name: string | undefined): string => name ?? t(parts.length === 1 ? 'items' : 'otherItems')
  return (
    <ul className="station-progress" aria-label={t('progress')}>
      {parts.map(({ name, done, count }) => {
        const Icon = done === count ? CircleCheck : CircleDashed
        return (
          <li key={name ?? ''} className="station-part" data-part={name ?? ''} data-done={done === count || undefined}>
            <Icon aria-hidden />
            <bdi>{t('part', { name: nameOf(name), done, count })}</bdi>
          </li>
        )
      })}
    </ul>
  )
}

/** "Ready" while lines are open: the button shows how many. The first tap offers "ready anyway"; the second one sends it. */
function ForceReady({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const words = useWords()
  const [isArmed, arm] = useTimedFlag(READY_ANYWAY_MS)
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const open = progressOfParts(ticket, stations).reduce((sum, { count, done }) => sum + count - done, 0)
  if (isArmed) return <ActionButton ticket={ticket} action={READY} isPrimary label={words('station.allTheSameShort')} />
  return (
    <button
      type="button"
      className="act act-primary"
      data-command="force-ready"
      data-waits="others"
      onMouseDown={withoutFocus}
      onClick={arm}
    >
      <span className="act-words">{open === 0 ? words('station.allTheSameShort') : t('open', { count: open })}</span>
    </button>
  )
}

/** The step of the pass: how many lines are open, then "ready". */
function PassStep({ ticket }: { readonly ticket: Ticket }) {
  const isWaiting = ticket.lane === 'preparing' && ticket.actions.includes(READY)
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const isDone = isComplete(ticket, stations)
  // Before the preparation has begun, the next step is its start, unless the stations have finished already.
  if (!isWaiting || !(isDone || nextStepOf(ticket) === READY)) return <NextStep ticket={ticket} />
  return isDone ? <ActionButton ticket={ticket} action={READY} isPrimary isBright /> : <ForceReady ticket={ticket} />
}

const PASS_PARTS: RoleParts = { Step: PassStep, Progress }

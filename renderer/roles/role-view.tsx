import { OrderBoard } from '../board/order-board.tsx'
import { type RoleParts, RolePartsContext } from '../ticket/role-parts.ts'
import { CustomersBoardView } from './customers-board-view.tsx'
import { PASS_PARTS } from './pass-parts.tsx'
import './roles.css'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { ownLines } from '../station/own-part.ts'
import { lacksStation } from '../station/station-lines.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { NextStep } from '../ticket/head-step.tsx'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useTapCooldown, withoutFocus } from '../ticket/use-action.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

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

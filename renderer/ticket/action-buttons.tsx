import { Bike, Check, Flame, HandPlatter, KeyRound, type LucideIcon, PackageCheck, X } from 'lucide-react'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useComanda, useWindowParts, useWords } from '../app/window-parts.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { linesFor, stationOf } from '../station/station.ts'
import { REST_MS } from './bump-guard.ts'
import { nextStepOf } from './next-step.ts'
import { useTicketCall } from './ticket-call.ts'

const ICONS: Readonly<Record<OrderAction, LucideIcon>> = {
  confirm: Check,
  preparing: Flame,
  'ready-for-pickup': PackageCheck,
  dispatch: Bike,
  delivered: HandPlatter,
  requestCancellation: X,
  validateCode: KeyRound,
}

/** True for a short while after `begin` was called. */
function useSpell(ms: number): readonly [isOn: boolean, begin: () => void] {
  const [begunAt, setBegunAt] = useState<number>()
  useEffect(() => {
    if (begunAt === undefined) return
    const timer = setTimeout(() => setBegunAt(undefined), ms)
    return () => clearTimeout(timer)
  }, [begunAt, ms])
  return [begunAt !== undefined, () => setBegunAt(monotonicNow())]
}

/** Its button has the focus again when the dialog closes. */
const opensDialog = (action: OrderAction): boolean => action === 'requestCancellation' || action === 'validateCode'

/** How long "go on all the same" stays on offer. */
const OVERRIDE_MS = 4_000

/** Whether other stations still cook for this order: then it is not this screen's to finish. */
function useOpenElsewhere(ticket: Ticket): number {
  const settings = useComanda((state) => state.settings)
  return linesFor(ticket, stationOf(settings), settings?.stations ?? []).openElsewhere
}

/**
 * A finger gives the button no focus: it goes away with its answer, and the browser lays the whole page out at once to
 * find that the focus has nowhere to be.
 */
const withoutFocus = (event: MouseEvent): void => event.preventDefault()

/** Whoever pressed a key stays at the ticket when the button goes away. */
function keepFocusAtTicket(button: HTMLElement): void {
  if (button === document.activeElement) button.closest('article')?.focus({ preventScroll: true })
}

/**
 * Every action that the order offers now. These are plain buttons: the browser gives all that is needed, its pressed
 * look is painted without waiting for anybody, and a full board has hundreds of them.
 */
export function ActionButtons({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { bridge, guard, store } = useWindowParts()
  const { orderId, displayId, actions } = ticket
  const call = useTicketCall(orderId)
  const [isResting, rest] = useSpell(REST_MS)
  const [isArmed, arm] = useSpell(OVERRIDE_MS)
  const openElsewhere = useOpenElsewhere(ticket)
  const nextStep = nextStepOf(ticket)
  const appearedAt = useRef(0)
  useLayoutEffect(() => {
    appearedAt.current = nextStep === undefined ? 0 : monotonicNow()
  }, [nextStep])
  const waitsForOthers = (action: OrderAction): boolean => action === 'ready-for-pickup' && openElsewhere > 0

  const tap = (action: OrderAction, at: HTMLElement): void => {
    if (isResting || !guard.takes(orderId, appearedAt.current)) return
    if (waitsForOthers(action) && !isArmed) {
      arm()
      return
    }
    switch (action) {
      case 'requestCancellation':
        store.getState().openDialog({ kind: 'cancel', orderId, displayId })
        return
      case 'validateCode':
        store.getState().openDialog({ kind: 'code', orderId, displayId })
        return
      default:
        rest()
        keepFocusAtTicket(at)
        void call(() => bridge.call['order:act']({ orderId, action }))
    }
  }

  const button = (action: OrderAction) => {
    const Icon = ICONS[action]
    return (
      <button
        key={action}
        type="button"
        className={action === nextStep ? 'act act-primary' : 'act'}
        data-action={action}
        data-waits={waitsForOthers(action) ? (isArmed ? 'armed' : 'others') : undefined}
        aria-disabled={isResting || undefined}
        onMouseDown={opensDialog(action) ? undefined : withoutFocus}
        onClick={({ currentTarget }) => tap(action, currentTarget)}
      >
        <Icon aria-hidden />
        {waitsForOthers(action) && isArmed ? t('station.allTheSame') : t(`action.${action}`)}
      </button>
    )
  }
  if (actions.length === 0) return null
  return (
    <div className="acts">
      {nextStep === undefined ? null : button(nextStep)}
      <div className="acts-more">{actions.filter((action) => action !== nextStep).map(button)}</div>
    </div>
  )
}

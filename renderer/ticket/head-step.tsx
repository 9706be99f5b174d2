import { Ellipsis } from 'lucide-react'
import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import type { TapView, Ticket } from '../../shared/ticket/ticket.ts'
import { usePlacesStore } from '../places/places-context.ts'
import { mustStop } from '../store/board-state.ts'
import { useTick, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { ActionButton } from './action-buttons.tsx'
import { useBumpGuard } from './board-parts.tsx'
import { TAP_COOLDOWN_MS } from './bump-guard.ts'
import { nextStepOf } from './next-step.ts'
import { RolePartsContext } from './role-parts.ts'
import { AcknowledgeButton } from './stop-notice.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useBoardFacts } from './ticket-settings.ts'
import { useTapCooldown, withoutFocus } from './use-action.ts'

const WHOLE = 100

/** In the place of the tapped button: the second tap of a double tap must not undo the first one. */
function UndoButton({ orderId, tap }: { readonly orderId: string; readonly tap: TapView }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const guard = useBumpGuard()
  const { tapId, tappedAt, holdUntil } = tap
  const [isInert, setInert] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setInert(false), TAP_COOLDOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  // The button of the next step takes its place: a finger on its way to "undo" must not make that step.
  useLayoutEffect(() => () => guard.moved([orderId]), [guard, orderId])
  const used = useTick((now) =>
    holdUntil === undefined
      ? 0
      : Math.round(Math.min(1, Math.max(0, (now - tappedAt) / (holdUntil - tappedAt))) * WHOLE),
  )
  return (
    <button
      type="button"
      className="act act-undo"
      data-command="undo"
      style={{ backgroundSize: `${WHOLE - used}% 100%` }}
      aria-disabled={isInert || undefined}
      onMouseDown={withoutFocus}
      onClick={() => {
        if (isInert) guard.refuse('twice')
        else void call(() => bridge.call['tap:undo']({ tapId }))
      }}
    >
      <span className="act-words">{t('action.undo')}</span>
    </button>
  )
}

/** Starts a scheduled order before its time. The platform is not informed. */
export function StartByHand({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const guard = useBumpGuard()
  const [isCoolingDown, refresh] = useTapCooldown(orderId)
  const start = (): void => {
    if (!guard.accepts(orderId, 0)) return
    refresh()
    void call(() => bridge.call['order:start-by-hand']({ orderId }))
  }
  return (
    <button
      type="button"
      className="act act-primary"
      data-command="start-by-hand"
      data-step="preparing"
      aria-disabled={isCoolingDown || undefined}
      onClick={start}
    >
      <span className="act-words">{t('action.preparing')}</span>
    </button>
  )
}

/** The next step of an order. */
export function NextStep({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const places = usePlacesStore()
  const { orderId, displayId, tap, pairedTap, lane, actions, recalled } = ticket
  const hasFailed = useBoardFacts().failures[orderId] !== undefined
  const refused = [tap, pairedTap].filter((one) => one?.truth === 'conflict')
  const isRefused = hasFailed || refused.length > 0
  const nextStep = nextStepOf(ticket)
  if (nextStep !== undefined) {
    const isRetried = hasFailed || refused.some((one) => one?.action === nextStep)
    return <ActionButton ticket={ticket} action={nextStep} isPrimary isRefused={isRefused} isRetried={isRetried} />
  }
  if (lane === 'scheduled' && actions.length > 0) return <StartByHand orderId={orderId} />
  // In an unknown status any step may be next: the opened ticket has them all.
  if (!isRefused && actions.length === 0 && !recalled) return null
  return (
    <button
      type="button"
      className="act act-open"
      data-refused={isRefused || undefined}
      aria-label={t('ticket.open', { displayId })}
      onClick={() => places.open(orderId)}
    >
      {isRefused ? <span className="act-words">{t('ticket.notSent')}</span> : <Ellipsis aria-hidden />}
    </button>
  )
}

/** The button in the head of a ticket. */
export function HeadStep({ ticket }: { readonly ticket: Ticket }) {
  const { Step = NextStep } = useContext(RolePartsContext)
  const { orderId, tap } = ticket
  if (mustStop(ticket)) return <AcknowledgeButton orderId={orderId} />
  if (tap?.truth === 'held') return <UndoButton key={tap.tapId} orderId={orderId} tap={tap} />
  return <Step ticket={ticket} />
}

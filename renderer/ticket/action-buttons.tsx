import { Bike, Check, Flame, HandPlatter, KeyRound, type LucideIcon, PackageCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useComanda, useWindowParts } from '../app/window-parts.ts'
import { nextStepOf } from './next-step.ts'
import { useTicketCall } from './ticket-call.ts'

/** Within this time after a tap a ticket takes no other: the second tap of a bumped finger is not meant. */
const REST_MS = 300

const ICONS: Readonly<Record<OrderAction, LucideIcon>> = {
  confirm: Check,
  preparing: Flame,
  'ready-for-pickup': PackageCheck,
  dispatch: Bike,
  delivered: HandPlatter,
  requestCancellation: X,
  validateCode: KeyRound,
}

/** True for a short while after `rest` was called. */
function useRest(): readonly [isResting: boolean, rest: () => void] {
  const [restedAt, setRestedAt] = useState<number>()
  useEffect(() => {
    if (restedAt === undefined) return
    const timer = setTimeout(() => setRestedAt(undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [restedAt])
  return [restedAt !== undefined, () => setRestedAt(performance.now())]
}

/**
 * Every action that the order offers now. These are plain buttons: the browser gives all that is needed, its pressed
 * look is painted without waiting for anybody, and a full board has hundreds of them.
 */
export function ActionButtons({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const openDialog = useComanda((state) => state.openDialog)
  const { orderId, displayId, actions } = ticket
  const call = useTicketCall(orderId)
  const [isResting, rest] = useRest()
  const nextStep = nextStepOf(ticket)

  const tap = (action: OrderAction): void => {
    if (isResting) return
    switch (action) {
      case 'requestCancellation':
        openDialog({ kind: 'cancel', orderId, displayId })
        return
      case 'validateCode':
        openDialog({ kind: 'code', orderId, displayId })
        return
      default:
        rest()
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
        aria-disabled={isResting || undefined}
        onClick={() => tap(action)}
      >
        <Icon aria-hidden />
        {t(`action.${action}`)}
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

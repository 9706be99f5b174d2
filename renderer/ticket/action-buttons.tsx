import type { ReactNode } from 'react'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useWords } from '../window/window-parts.ts'
import { ACTION_ICONS } from './action-icons.ts'
import { MoreMenu } from './more-menu.tsx'
import { nextStepOf } from './next-step.ts'
import { useAction, withoutFocus } from './use-action.ts'
import { shortActionWord } from './words.ts'

type ActionButtonProps = {
  readonly ticket: Ticket
  readonly action: OrderAction
  readonly isPrimary: boolean
  /** On a card: shown above the word, instead of the icon. */
  readonly figure?: ReactNode
  /** A word or two, for a narrow place. */
  readonly isShort?: boolean
  /** Replaces the words of the action. */
  readonly label?: string
}

/**
 * One action of an order. A plain button, because the browser paints its pressed state without waiting for the page. The
 * pressed state is kept until the tap is stored or refused.
 */
export function ActionButton({ ticket, action, isPrimary, figure, isShort, label }: ActionButtonProps) {
  const t = useWords()
  const { tap, pendingAction, isCoolingDown, waitingFor } = useAction(ticket, action)
  const Icon = ACTION_ICONS[action]
  const waiting = waitingFor(action)
  const words = isShort ? shortActionWord(t, action) : t(`action.${action}`)
  return (
    <button
      type="button"
      className={isPrimary ? 'act act-primary' : 'act'}
      data-action={action}
      data-waits={waiting}
      data-pressed={pendingAction === action ? '' : undefined}
      aria-disabled={isCoolingDown || undefined}
      onMouseDown={withoutFocus}
      onClick={({ currentTarget }) => tap(action, currentTarget)}
    >
      {figure ?? <Icon aria-hidden />}
      <span>{waiting === 'armed' ? t('station.allTheSame') : (label ?? words)}</span>
    </button>
  )
}

type ActionButtonsProps = {
  readonly ticket: Ticket
  /** Actions that are shown beside the next step instead of in the menu "⋯", when the order offers them. */
  readonly beside?: readonly OrderAction[]
}

/**
 * The next step as a large button, and all other actions in the menu "⋯". In an unknown status every action has a button.
 */
export function ActionButtons({ ticket, beside = [] }: ActionButtonsProps) {
  const { actions } = ticket
  const nextStep = nextStepOf(ticket)
  const steps = actions.filter((action) => action !== 'requestCancellation' && action !== 'validateCode')
  const shown =
    nextStep === undefined && ticket.lane !== 'scheduled' ? steps : [nextStep].filter((step) => step !== undefined)
  const aside = actions.filter((action) => beside.includes(action) && !shown.includes(action))
  const inSight = [...aside, ...shown]
  if (actions.length === 0) return null
  return (
    <div className="acts" data-count={shown.length}>
      {inSight.map((action) => (
        <ActionButton
          key={action}
          ticket={ticket}
          action={action}
          isPrimary={action === nextStep}
          isShort={beside.length === 0}
        />
      ))}
      <MoreMenu ticket={ticket} actions={actions.filter((action) => !inSight.includes(action))} />
    </div>
  )
}

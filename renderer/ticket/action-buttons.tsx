import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useWords } from '../ui/window/window-parts.ts'
import { ACTION_ICONS } from './action-icons.ts'
import { goesOf } from './next-step.ts'
import { useAction, withoutFocus } from './use-action.ts'
import { shortActionWord } from './words.ts'

type ActionButtonProps = {
  readonly ticket: Ticket
  readonly action: OrderAction
  readonly isPrimary: boolean
  /** The last tap was not sent. A tap repeats the step that the order offers now. */
  readonly isRefused?: boolean
  /** It was this step that was not sent. */
  readonly isRetried?: boolean
  /** The most important button of the screen. */
  readonly isBright?: boolean
  /** Replaces the words of the action. */
  readonly label?: string
  /** A sign; only assistive technology reads the words. */
  readonly isSign?: boolean
  readonly isWordOnly?: boolean
}

/**
 * One action of an order. A plain button, because the browser paints its pressed state without waiting for the page. The
 * pressed state is kept until the tap is stored or refused.
 */
export function ActionButton({
  ticket,
  action,
  isPrimary,
  isRefused = false,
  isRetried = false,
  isBright,
  label,
  isSign = false,
  isWordOnly = false,
}: ActionButtonProps) {
  const t = useWords()
  const { tap, pendingAction, isCoolingDown, waitingFor } = useAction(ticket, action)
  const waiting = waitingFor(action)
  const words = isPrimary ? shortActionWord(t, action) : t(`action.${action}`)
  const Icon = isPrimary || isWordOnly ? undefined : ACTION_ICONS[action]
  return (
    <button
      type="button"
      className={isPrimary ? 'act act-primary' : 'act'}
      data-action={action}
      data-step={action}
      data-goes={goesOf(ticket, action)}
      data-waits={waiting}
      data-bright={isBright || undefined}
      data-refused={isRefused || undefined}
      data-pressed={pendingAction === action ? '' : undefined}
      aria-disabled={isCoolingDown || undefined}
      aria-label={
        isRefused
          ? `${t('ticket.notSent')}. ${isRetried ? t('ticket.retry', { action: words }) : (label ?? words)}`
          : undefined
      }
      onMouseDown={withoutFocus}
      onClick={({ currentTarget }) => tap(action, currentTarget)}
    >
      {Icon ? <Icon aria-hidden /> : null}
      <span className={isSign ? 'visually-hidden' : 'act-words'}>
        {waiting === 'armed'
          ? t(isPrimary ? 'station.allTheSameShort' : 'station.allTheSame')
          : isRetried
            ? t('ticket.retry', { action: words })
            : (label ?? words)}
      </span>
    </button>
  )
}

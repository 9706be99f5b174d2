import { Ellipsis, Printer } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useWindowParts, useWords } from '../app/window-parts.ts'
import { ACTION_ICONS } from './action-icons.ts'
import { PreparationMinutes } from './preparation-minutes.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useAction } from './use-action.ts'

/** Distance of the menu from the edge of the window and from its button (px). */
const EDGE_PX = 8

/** The menu stands above its button, or below where that has more room. It lies in the top layer: nothing clips it. */
function standBeside(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const above = box.top - EDGE_PX - offsetHeight
  const top = above >= EDGE_PX ? above : Math.min(box.bottom + EDGE_PX, innerHeight - offsetHeight - EDGE_PX)
  menu.style.left = `${Math.max(EDGE_PX, Math.min(box.right - offsetWidth, innerWidth - offsetWidth - EDGE_PX))}px`
  menu.style.top = `${Math.max(EDGE_PX, top)}px`
}

/** A menu in the top layer, open as long as it is drawn. A tap beside it or Escape calls `onClose`. */
function Popover({
  button,
  label,
  onClose,
  children,
}: {
  readonly button: React.RefObject<HTMLElement | null>
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!menu.current || !button.current) return
    menu.current.showPopover()
    standBeside(menu.current, button.current)
    menu.current.querySelector('button')?.focus({ preventScroll: true })
  }, [button])
  return (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      className="more-menu"
      aria-label={label}
      onToggle={({ newState }) => (newState === 'closed' ? onClose() : undefined)}
    >
      {children}
    </div>
  )
}

/**
 * Everything that can be done with an order beside its next step. The request to cancel stands first, farthest from the
 * button that opens the menu.
 */
export function MoreMenu({ ticket, actions }: { readonly ticket: Ticket; readonly actions: readonly OrderAction[] }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { tap, isResting, waitingFor } = useAction(ticket, undefined)
  const { orderId, displayId } = ticket
  const call = useTicketCall(orderId)
  const label = t('ticket.more', { displayId })
  const close = (): void => setOpen(false)
  const order = (action: OrderAction): number => (action === 'requestCancellation' ? 0 : 1)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="act act-more"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        aria-disabled={isResting || undefined}
        data-action="more"
        onClick={() => (isResting ? undefined : setOpen(true))}
      >
        <Ellipsis aria-hidden />
      </button>
      {isOpen ? (
        <Popover button={button} label={label} onClose={close}>
          {actions
            .toSorted((a, b) => order(a) - order(b))
            .map((action) => {
              const Icon = ACTION_ICONS[action]
              const waiting = waitingFor(action)
              return (
                <button
                  key={action}
                  type="button"
                  role="menuitem"
                  className="act"
                  data-action={action}
                  data-waits={waiting}
                  onClick={({ currentTarget }) => {
                    if (waiting !== 'others') close()
                    tap(action, currentTarget)
                  }}
                >
                  <Icon aria-hidden />
                  {waiting === 'armed' ? t('station.allTheSame') : t(`action.${action}`)}
                </button>
              )
            })}
          <PreparationMinutes ticket={ticket} onChosen={close} />
          <button
            type="button"
            role="menuitem"
            className="act"
            data-command="print"
            onClick={() => {
              close()
              void call(() => bridge.call['print:tickets']({ orderId }))
            }}
          >
            <Printer aria-hidden />
            {t('paper.print')}
          </button>
        </Popover>
      ) : null}
    </>
  )
}

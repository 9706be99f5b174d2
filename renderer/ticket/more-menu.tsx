import { Ellipsis, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useWindowParts, useWords } from '../window/window-parts.ts'
import { ACTION_ICONS } from './action-icons.ts'
import { PreparationMinutes } from './preparation-minutes.tsx'
import { useTicketCall } from './ticket-call.ts'
import { useAction } from './use-action.ts'

/** Distance of the menu from the edge of the window and from its button (px). */
const EDGE_PX = 8

/**
 * Places the menu above its button, or below or beside it when there is no space above: the second tap of a double tap on the
 * button must hit nothing in the menu. It is in the top layer, so nothing clips it.
 */
function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const within = (start: number, size: number, space: number): number =>
    Math.max(EDGE_PX, Math.min(start, space - size - EDGE_PX))
  const above = box.top - EDGE_PX - offsetHeight
  const below = box.bottom + EDGE_PX
  const before = box.left - EDGE_PX - offsetWidth
  const isBeside = above < EDGE_PX && below + offsetHeight > innerHeight - EDGE_PX
  const left = !isBeside ? box.right - offsetWidth : before >= EDGE_PX ? before : box.right + EDGE_PX
  menu.style.left = `${within(left, offsetWidth, innerWidth)}px`
  menu.style.top = `${within(above >= EDGE_PX ? above : below, offsetHeight, innerHeight)}px`
}

/**
 * The actions of an order except the next step. The request to cancel comes first, because that is farthest from the button
 * that opens the menu.
 */
export function MoreMenu({ ticket, actions }: { readonly ticket: Ticket; readonly actions: readonly OrderAction[] }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { tap, isCoolingDown, waitingFor } = useAction(ticket, undefined)
  const { orderId, displayId } = ticket
  const call = useTicketCall(orderId)
  const label = t('ticket.more', { displayId })
  const open = (): void => {
    if (!menu.current || !button.current || isCoolingDown) return
    // The content is complete before the menu is placed.
    flushSync(() => setOpen(true))
    menu.current.showPopover()
    placeMenu(menu.current, button.current)
  }
  const close = (): void => menu.current?.hidePopover()
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
        aria-disabled={isCoolingDown || undefined}
        data-command="more"
        onClick={open}
      >
        <Ellipsis aria-hidden />
      </button>
      <div
        ref={menu}
        popover="auto"
        role="menu"
        className="more-menu"
        aria-label={label}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
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
        {isOpen ? <PreparationMinutes ticket={ticket} onChosen={close} /> : null}
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
      </div>
    </>
  )
}

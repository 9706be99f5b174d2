import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isMostUrgent } from '../places/board-orders.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { OrderTicket } from '../ticket/ticket.tsx'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { PlacedCards } from './placed-cards.tsx'

/** So many new orders at most are drawn to find those that are whole. */
const MOST_WHOLE = 12

const NONE: ReadonlySet<string> = new Set()

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])

/** The orders of a column that are whole, above strips of the others: as many as the height has room for, the first ones first. */
function wholeInColumn(tickets: readonly HTMLElement[], room: number, gap: number): readonly string[] {
  const sizes = tickets.map((ticket) => ({
    id: ticket.dataset.orderId,
    whole: ticket.offsetHeight,
    strip: ticket.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0,
  }))
  let free = room - sizes.reduce((sum, { strip }) => sum + strip + gap, -gap)
  return sizes.flatMap(({ id, whole, strip }) => {
    if (id === undefined || whole - strip > free) return []
    free -= whole - strip
    return [id]
  })
}

/** Runs while all orders are whole. */
function wholeOrders(list: HTMLElement): ReadonlySet<string> {
  const { rowGap, paddingBottom } = getComputedStyle(list)
  const room = list.clientHeight - Number.parseFloat(paddingBottom)
  const columns = [...list.querySelectorAll<HTMLElement>('.counter-column')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('.ticket'),
  ])
  const [alone, ...others] = columns.flat()
  // A single order is whole in any case: the list is scrolled, and its head with the step is in sight.
  if (alone?.dataset.orderId !== undefined && others.length === 0) return new Set([alone.dataset.orderId])
  if (list.scrollHeight <= list.clientHeight) return new Set(columns.flat().map(({ dataset }) => dataset.orderId ?? ''))
  return new Set(columns.flatMap((column) => wholeInColumn(column, room, Number.parseFloat(rowGap))))
}

/**
 * The new orders that are shown whole; the others are strips with their step. A form changes only some time after the last touch,
 * because it moves the orders below. To find what fits, all are drawn whole once, before the browser paints.
 */
function useWholeOrders(ids: readonly string[], isWide: boolean) {
  const { store } = useWindowParts()
  const guard = useBumpGuard()
  const [whole, setWhole] = useState(NONE)
  const [tried, setTried] = useState<HTMLElement>()
  const last = useRef<readonly unknown[]>([])
  const onCalm = useCallback(
    (list: HTMLElement): void => {
      const { board, settings } = store.getState()
      const tickets: readonly (Ticket | undefined)[] = ids.map((id) => board.orders[id])
      const now = [settings, isWide, innerWidth, innerHeight, ...ids, ...tickets]
      if (isSame(now, last.current)) return
      last.current = now
      setTried(list)
    },
    [ids, isWide, store],
  )
  useLayoutEffect(() => {
    if (tried === undefined) return
    const found = wholeOrders(tried)
    setTried(undefined)
    if (isSame([...found], [...whole])) return
    setWhole(found)
    guard.moved(ids)
  }, [tried, whole, ids, guard])
  const isWhole = (id: string): boolean =>
    isWide || (tried === undefined ? whole.has(id) : ids.indexOf(id) < MOST_WHOLE)
  return { isWhole, onCalm }
}

/** Whether a new order belongs on top now. */
function useMostUrgent(): (orderId: string) => boolean {
  const { store, clock } = useWindowParts()
  return useCallback(
    (orderId) => {
      const ticket = store.getState().board.orders[orderId]
      return ticket !== undefined && isMostUrgent(ticket, clock.now())
    },
    [store, clock],
  )
}

/** A strip can take the room of any order that has left. */
const oneRow = (): number => 1

/**
 * The new orders: tickets of the wall, which can be accepted here too.
 * @param isWide they have the width of the ready orders, and are all whole
 */
export function NewOrders({ ids, isWide }: { readonly ids: readonly string[]; readonly isWide: boolean }) {
  const { isWhole, onCalm } = useWholeOrders(ids, isWide)
  return (
    <PlacedCards
      className="counter-new-cards"
      ids={ids}
      rowsOf={oneRow}
      isUrgent={useMostUrgent()}
      onCalm={onCalm}
      card={(orderId) => <OrderTicket orderId={orderId} form={isWhole(orderId) ? 'whole' : 'strip'} />}
    />
  )
}

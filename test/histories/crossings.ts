import type { Kitchen } from '../../electron/kitchen/kitchen.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { type ShopBoard, shopBoard } from './shop-board.ts'
import type { SimulatedShop } from './simulated-shop.ts'

type OpenTap = { readonly tap_id: string; readonly order_id: string }

/** Prepared once for each shop: histories ask them after every event. */
const readerOf = ({ databases: { ledgerDb: db } }: SimulatedShop) => {
  const openTaps = db.prepare<[], OpenTap>(
    "SELECT tap_id, order_id FROM taps WHERE state NOT IN ('confirmed', 'concluded', 'conflict', 'undone')",
  )
  const tapIds = db.prepare<[], string>('SELECT tap_id FROM taps').pluck()
  const events = db.prepare<[], { readonly event_id: string; readonly order_id: string | null }>(
    'SELECT event_id, order_id FROM events',
  )
  const orders = db.prepare<[], string>('SELECT order_id FROM orders').pluck()
  return { openTaps, tapIds, events, orders }
}

/**
 * Invariant 7: no tap, event or body of one connection reaches another, although their ids are equal; the board of the kitchen is
 * that of each of them, and a window that follows its changes has it.
 */
export function createCrossings(shops: readonly SimulatedShop[]) {
  const violations: string[] = []
  const readers = shops.map((shop) => ({ shop, ...readerOf(shop) }))
  let kitchen: Kitchen | undefined
  let boards: ReadonlyMap<Slot, ShopBoard> = new Map()
  /** As a window has it. */
  const window = new Map<string, Ticket>()
  let version = 0

  const look = (): void => {
    const isAlone = shops.filter(({ isRemoved }) => !isRemoved).length === 1
    for (const { dish, name, slot, isRemoved } of shops) {
      for (const { orderId, lines, platformOrderId, connection } of boards.get(slot)?.tickets() ?? []) {
        if (lines.some((line) => line.name !== dish)) violations.push(`7: ${slot} shows a body of another: ${orderId}`)
        if (isRemoved) violations.push(`7: ${orderId} of a platform that was removed is shown`)
        if (isAlone) continue
        if (platformOrderId !== orderId) violations.push(`7: ${orderId} has another platform's id`)
        if (connection?.name !== name) violations.push(`7: ${orderId} names ${connection?.name} in place of ${name}`)
      }
    }
  }
  const compareWindow = (): void => {
    const tickets = kitchen?.tickets() ?? []
    for (const { orderId, status, connection } of tickets) {
      const shown = window.get(orderId)
      if (shown?.status !== status) violations.push(`7: a window shows ${orderId} as it is not`)
      if (shown?.connection?.name !== connection?.name) violations.push(`7: a window names ${orderId} as it is not`)
    }
    if (window.size !== tickets.length) violations.push(`7: a window shows ${window.size} of ${tickets.length} orders`)
  }
  const checkQueue = (): void => {
    const queue = kitchen?.queue()
    if (!queue?.ok) return
    const open = new Set(
      readers.flatMap(({ openTaps, shop: { slot } }) =>
        openTaps.all().map((tap) => `${slot === 1 ? '' : `@${slot}:`}${tap.order_id} ${tap.tap_id}`),
      ),
    )
    for (const { orderId, tap } of queue.value) {
      if (!open.has(`${orderId} ${tap.tapId}`))
        violations.push(`7: the queue has a tap of ${orderId} that is not its own`)
    }
  }
  const observe = (): void => {
    look()
    compareWindow()
    checkQueue()
  }

  return {
    begin(next: Kitchen): ReadonlyMap<Slot, ShopBoard> {
      kitchen = next
      boards = new Map(shops.map(({ slot }) => [slot, shopBoard(next, slot)]))
      const snapshot = next.snapshot()
      version = snapshot.version
      window.clear()
      for (const ticket of snapshot.tickets) window.set(ticket.orderId, ticket)
      next.onDelta((delta) => {
        if (delta.version !== version + 1) violations.push(`7: version ${delta.version} came after ${version}`)
        version = delta.version
        for (const ticket of delta.changed) window.set(ticket.orderId, ticket)
        for (const key of delta.removed) window.delete(key)
      })
      return boards
    },
    /** Call after each event of the history, while the program runs. */
    observe,
    verdict(): readonly string[] {
      observe()
      const owners = new Map<string, number>()
      for (const { shop, tapIds, events, orders } of readers) {
        const { slot } = shop
        for (const tapId of tapIds.all()) {
          if (owners.has(tapId)) violations.push(`7: tap ${tapId} is of ${owners.get(tapId)} and of ${slot}`)
          owners.set(tapId, slot)
        }
        for (const { event_id, order_id } of events.all()) {
          if (order_id !== null && !shop.wasGiven(event_id, order_id))
            violations.push(`7: ${slot} has event ${event_id} of ${order_id}, which its platform did not send`)
        }
        for (const orderId of orders.all()) {
          if (!shop.knowsOrder(orderId)) violations.push(`7: ${slot} has ${orderId}, an order of another`)
        }
      }
      return [...violations, ...shops.flatMap(({ crossings }) => crossings)]
    },
  }
}

import { serialize } from 'node:v8'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import { startVirtualKitchen } from '../fixtures/virtual-kitchen.ts'

const SEED = 7
const MINUTE_MS = 60_000
/** Number of new, accepted, prepared and ready orders in 25 orders, so that every new order is visible. */
const MIX = { CREATED: 1, CONFIRMED: 2, PREPARING: 20, READY: 2 } as const
const STATUSES = Object.entries(MIX).flatMap(([status, count]) =>
  Array.from({ length: count }, () => status as keyof typeof MIX),
)
/** Orders that are tapped to measure the messages of one change. */
const TAPPED = 20

export type FullBoard = {
  /** As the product's core sends it to a window. */
  readonly snapshot: BoardSnapshot
  /** Bytes for each changed order in a message. */
  readonly bytesPerChange: readonly number[]
  /** Bytes of all messages to a window for one tap, until it is confirmed. */
  readonly bytesPerTap: readonly number[]
}

/** Bytes of a message after serialization with the structured clone algorithm, which Electron uses. */
const sizeOf = (delta: BoardDelta): number => serialize(delta).byteLength

/**
 * A kitchen with this number of open orders: the product's core, client and repositories against the practice platform,
 * on a virtual clock.
 */
export async function fullBoard(orders: number): Promise<FullBoard> {
  const kitchen = startVirtualKitchen({ seed: SEED, settings: { undoSeconds: 5, pollIntervalSeconds: 30 } })
  for (let index = 0; index < orders; index += 1) {
    kitchen.platform.place({ startsAs: STATUSES[index % STATUSES.length] ?? 'CREATED' })
  }
  await kitchen.advance(10 * MINUTE_MS)
  const snapshot = structuredClone(kitchen.core().snapshot())
  if (snapshot.tickets.length !== orders) throw new Error(`The board has ${snapshot.tickets.length} orders`)

  const bytesPerChange: number[] = []
  let bytes = 0
  const end = kitchen.core().onDelta((delta) => {
    bytes += sizeOf(delta)
    if (delta.changed.length > 0) bytesPerChange.push(sizeOf(delta) / delta.changed.length)
  })
  const cost = async (change: () => void): Promise<number> => {
    bytes = 0
    change()
    await kitchen.advance(MINUTE_MS)
    return bytes
  }
  // The bytes of polls without events are subtracted.
  const idle = await cost(() => undefined)
  const bytesPerTap: number[] = []
  for (const ticket of snapshot.tickets.filter(({ status }) => status === 'CONFIRMED').slice(0, TAPPED)) {
    bytesPerTap.push((await cost(() => void kitchen.tap(ticket.orderId, 'preparing'))) - idle)
    await cost(() => void kitchen.platform.place())
  }
  end()
  await kitchen.end()
  return { snapshot, bytesPerChange, bytesPerTap }
}

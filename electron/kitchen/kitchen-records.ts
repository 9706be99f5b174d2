import { addSums } from '../../shared/history/shift-sums.ts'
import { partsOfKey, ticketKey } from '../../shared/ticket/ticket-key.ts'
import type { HistoryParts } from '../core/order-history.ts'
import type { KitchenConnection } from './connection.ts'

/**
 * Reads from each connection. One whose ledger cannot be read leaves the others their answer; when none can, the error of the
 * last is thrown.
 */
export function readEach<T>(
  connections: readonly KitchenConnection[],
  read: (connection: KitchenConnection) => T,
): readonly T[] {
  const found: T[] = []
  let failure: unknown
  for (const connection of connections) {
    try {
      found.push(read(connection))
    } catch (error) {
      failure = error
    }
  }
  if (found.length === 0 && connections.length > 0) throw failure
  return found
}

/** Whether the orders of a connection can be listed now: its storage is open, and its ledger answers. */
function isReadable({ core, admit }: KitchenConnection): boolean {
  try {
    core.records.ledger.ordersSeen(0, 0)
    return admit('history:list', () => true) === undefined
  } catch {
    return false
  }
}

type Find = (key: string) => KitchenConnection | undefined

/** What the history reads, over all connections. Orders are named by their keys. */
export function kitchenRecords(
  connections: readonly KitchenConnection[],
  first: KitchenConnection,
  find: Find,
): HistoryParts {
  const own = first.core.records
  const at = (key: string): HistoryParts => (find(key) ?? first).core.records
  const idOf = (key: string): string => partsOfKey(key).orderId
  return {
    ...own,
    platformOf: (key) =>
      connections.length === 1 ? {} : { connection: (find(key) ?? first).mark().name, platformOrderId: idOf(key) },
    stuck: {
      ...own.stuck,
      has: (key) => at(key).stuck?.has(idOf(key)) ?? false,
      during: (key, work) => at(key).stuck?.during(idOf(key), work) ?? work(),
    },
    ledger: {
      ordersSeen: (from, until) =>
        readEach(connections, ({ slot, core }) =>
          core.records.ledger
            .ordersSeen(from, until)
            .map((record) => ({ ...record, orderId: ticketKey(slot, record.orderId) })),
        )
          .flat()
          .toSorted((a, b) => (connections.length === 1 ? 0 : b.firstSeenAt - a.firstSeenAt)),
      timeline: (key) => at(key).ledger.timeline(idOf(key)),
      tapsOf: (key) => at(key).ledger.tapsOf(idOf(key)),
      sumsOfDay: (day) => addSums(readEach(connections, ({ core }) => core.records.ledger.sumsOfDay(day))),
      order(key) {
        const record = at(key).ledger.order(idOf(key))
        return record && { ...record, orderId: key }
      },
      recallOrder: (key, recalled, now) => at(key).ledger.recallOrder(idOf(key), recalled, now),
      facts: {
        recalled: {
          get: () =>
            readEach(connections, ({ slot, core }) =>
              core.records.ledger.facts.recalled.get().map((orderId) => ticketKey(slot, orderId)),
            ).flat(),
        },
      },
    },
    missing: () =>
      connections.length === 1 ? [] : connections.filter((one) => !isReadable(one)).map(({ mark }) => mark().name),
    cache: { body: (key) => at(key).cache.body(idOf(key)) },
    onRecall: (key) => at(key).onRecall(idOf(key)),
  }
}

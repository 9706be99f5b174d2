import { writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type LedgerStore, ledgerStoreOn } from '../../electron/storage/ledger.ts'
import { LEDGER } from '../../electron/storage/migrations/ledger-migrations.ts'
import { openDatabase } from '../../electron/storage/open-database.ts'
import type { Ledger } from '../../electron/storage/ports.ts'
import { backupLedger } from '../../electron/storage/repair/backup.ts'
import { openLedgerStore } from '../../electron/storage/repair/open-ledger.ts'
import { ORDERS_KEPT_MS } from '../../electron/storage/retention.ts'
import { toTheEnd } from '../fixtures/to-the-end.ts'
import { makeOldLedger } from './old-ledger.ts'
import { type DurableStep, STATUSES, TAP_STATES, type WriterReport, type WriterStart } from './writer-messages.ts'

/** Writes through the product's repositories as fast as possible, and reports each durable step. */

const STDOUT = 1
/** Number of steady steps between two steps of the scenario. */
const STEPS_BETWEEN = 40
const FEW_STEPS = 3
const MAX_KEPT_IN_MIND = 200

const report = (message: WriterReport): void => {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
}

let count = 0
const newId = (kind: string): string => {
  count += 1
  return `${kind}-${count}`
}
const below = (limit: number): number => Math.floor(Math.random() * limit)

type OpenTap = { readonly tapId: string; readonly orderId: string; state: number }

/** The steady steps: one step of a kitchen's day at a time. */
function createWork(name: string, ledger: Ledger) {
  const orders: { readonly orderId: string; status: number }[] = []
  const unacknowledged: string[] = []
  const taps: OpenTap[] = []
  const reportStep = (
    step: DurableStep extends infer S ? (S extends DurableStep ? Omit<S, 'ledger'> : never) : never,
  ): void =>
    // TypeScript loses the member of the union in a spread.
    report({ ledger: name, ...step } as DurableStep)

  const receive = (): void => {
    const isNew = orders.length === 0 || Math.random() < 0.5
    const known = orders[below(orders.length)]
    const orderId = isNew || !known ? newId('order') : known.orderId
    const eventIds = Array.from({ length: 1 + below(4) }, () => newId('event'))
    const events = eventIds.map((eventId) => ({
      eventId,
      orderId,
      eventType: 'CREATED',
      createdAt: undefined,
      metadata: undefined,
      problem: undefined,
    }))
    ledger.receiveEvents(events, [], 'poll', Date.now())
    reportStep({ kind: 'events', orderId, eventIds })
    if (isNew) orders.push({ orderId, status: -1 })
    unacknowledged.push(...eventIds)
  }
  const acknowledge = (): void => {
    const eventIds = unacknowledged.splice(0, 1 + below(8))
    ledger.markAcknowledged(eventIds, Date.now())
    reportStep({ kind: 'acknowledged', eventIds })
  }
  const tap = (): void => {
    const order = orders[below(orders.length)]
    if (!order) return
    const tapId = newId('tap')
    const at = Date.now()
    const isHeld = Math.random() < 0.2
    ledger.addTap({
      tapId,
      orderId: order.orderId,
      action: 'confirm',
      args: {},
      tappedAt: at,
      holdUntil: isHeld ? at + 1_000 : at,
    })
    reportStep({ kind: 'tap', tapId, orderId: order.orderId, state: 0 })
    if (!isHeld) taps.push({ tapId, orderId: order.orderId, state: 0 })
    else if (ledger.undoTap(tapId, at)) reportStep({ kind: 'undone', tapId })
  }
  const advance = (): void => {
    const index = below(taps.length)
    const one = taps[index]
    const from = one && TAP_STATES[one.state]
    const to = one && TAP_STATES[one.state + 1]
    if (!one || !from || !to) return
    ledger.changeTaps([{ tapId: one.tapId, state: to, onlyFrom: [from] }], Date.now())
    one.state += 1
    reportStep({ kind: 'tap', tapId: one.tapId, orderId: one.orderId, state: one.state })
    if (one.state === TAP_STATES.length - 1) taps.splice(index, 1)
  }
  const read = (): void => {
    const order = orders[below(orders.length)]
    const status = order && STATUSES[order.status + 1]
    if (!order || !status) return
    const { orderId } = order
    ledger.recordRead({ orderId, generation: 1, status, at: Date.now(), readAt: Date.now(), settlements: [] })
    order.status += 1
    reportStep({ kind: 'read', orderId, status: order.status })
  }
  const strike = (): void => {
    const order = orders[below(orders.length)]
    if (!order) return
    const lineId = newId('line')
    ledger.strikeLine(order.orderId, lineId, true, Date.now())
    reportStep({ kind: 'struck', orderId: order.orderId, lineId })
  }
  const steps = [receive, receive, acknowledge, acknowledge, tap, tap, advance, advance, advance, read, read, strike]
  return {
    step(): void {
      if (orders.length > MAX_KEPT_IN_MIND) orders.splice(0, orders.length - MAX_KEPT_IN_MIND)
      ;(steps[below(steps.length)] ?? receive)()
    },
    reportStep,
  }
}

function open(path: string, synchronous: WriterStart['synchronous']): LedgerStore {
  if (synchronous === 'FULL') {
    const opened = openLedgerStore(path)
    if (!opened.ok) throw new Error(opened.message)
    return opened.value
  }
  const opened = openDatabase(path, LEDGER)
  if (!opened.ok) throw new Error(opened.message)
  opened.value.pragma('synchronous = NORMAL')
  return ledgerStoreOn(opened.value)
}

/** Orders that ended so long ago that the next purge deletes them. */
function addOverdue(ledger: Ledger): readonly string[] {
  const at = Date.now() - 2 * ORDERS_KEPT_MS
  return Array.from({ length: 1 + below(5) }, () => {
    const orderId = newId('old-order')
    const event = { eventId: newId('old-event'), orderId, eventType: 'CREATED', createdAt: undefined }
    ledger.receiveEvents([{ ...event, metadata: undefined, problem: undefined }], [], 'poll', at)
    ledger.recordRead({ orderId, generation: 1, status: 'DELIVERED', at, readAt: at, settlements: [] })
    return orderId
  })
}

// The type holds: the test that starts this process writes both.
const { folder, scenario, synchronous } = JSON.parse(process.argv[2] ?? '') as WriterStart

function goOnWithOne(): never {
  const name = 'ledger.db'
  const path = join(folder, name)
  const store = open(path, synchronous)
  const work = createWork(name, store.ledger)
  const other = new Database(path)
  report({ kind: 'ready' })
  for (;;) {
    for (let steps = 0; steps < STEPS_BETWEEN; steps += 1) work.step()
    if (scenario === 'checkpoint') {
      report({ kind: 'begins' })
      other.pragma('wal_checkpoint(TRUNCATE)')
    }
    if (scenario === 'backup') {
      report({ kind: 'begins' })
      const made = backupLedger(path, Date.now())
      if (!made.ok) throw new Error(made.message)
      work.reportStep({ kind: 'backup', path: made.value.path.slice(folder.length + 1) })
    }
    if (scenario === 'purge') {
      const orderIds = addOverdue(store.ledger)
      report({ kind: 'begins' })
      toTheEnd(store.purge(Date.now()))
      work.reportStep({ kind: 'purged', orderIds })
    }
  }
}

function makeOneAfterAnother(): never {
  report({ kind: 'ready' })
  for (;;) {
    const name = join(newId('profile'), 'ledger.db')
    const path = join(folder, name)
    if (scenario === 'migration') for (const step of makeOldLedger(path, newId)) report({ ledger: name, ...step })
    report({ kind: 'begins' })
    const store = open(path, synchronous)
    const work = createWork(name, store.ledger)
    for (let steps = 0; steps < FEW_STEPS; steps += 1) work.step()
    store.ledger.close()
  }
}

if (scenario === 'first-run' || scenario === 'migration') makeOneAfterAnother()
else goOnWithOne()

import { expect, it } from 'vitest'
import { startVirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
/** More database steps than the program needs from an order's arrival to its proven acceptance. */
const MAX_STEPS = 140
const TIME_LIMIT_MS = 600_000

/**
 * Runs an automatic acceptance that a crash ends before the database step with the number `steps`, then restarts the
 * program.
 */
async function runWithCrash(steps: number) {
  const kitchen = startVirtualKitchen({
    settings: { autoConfirm: { enabled: true }, undoSeconds: 5, pollIntervalSeconds: 5 },
  })
  const { ledgerDb } = kitchen.databases
  const { id } = kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' })
  const rows = (): number =>
    ledgerDb.prepare<[], number>("SELECT count(*) FROM taps WHERE action = 'confirm'").pluck().get() ?? 0
  const applied = (): number => kitchen.platform.requestLog.appliedFor(id, 'confirm').length
  kitchen.crashAfter(steps)
  await kitchen.advance(4 * SECOND)
  const atEnd = { rows: rows(), applied: applied() }
  kitchen.crash()
  kitchen.start()
  await kitchen.advance(12 * SECOND)
  const outcome = { status: kitchen.ticket(id)?.status, rows: rows(), applied: applied() }
  await kitchen.end()
  return { atEnd, outcome }
}

it('an automatic acceptance has one effect, for a crash before any of its steps', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const ends = new Set<string>()
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { atEnd, outcome } = await runWithCrash(steps)
    ends.add(`${atEnd.rows} row, ${atEnd.applied} applied`)
    expect(outcome, `ended before step ${steps}`).toEqual({ status: 'CONFIRMED', rows: 1, applied: 1 })
  }
  // The crashes happened before the decision, between the row and its call, and after the call.
  expect([...ends].toSorted()).toEqual(['0 row, 0 applied', '1 row, 0 applied', '1 row, 1 applied'])
})

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeOrder } from '../../../electron/practice/platform/order-factory.ts'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'
import { renewCopies } from '../../../electron/storage/repair/backup.ts'
import { LEDGER_FILE, openStorage } from '../../../electron/storage/storage.ts'
import { writeOrder } from '../../fixtures/busy-week.ts'
import { toTheEnd } from '../../fixtures/to-the-end.ts'
import { tempFolder } from './test-ledger.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A year in `npm run test:soak`. */
const DAYS = Number(process.env.COMANDA_YEAR_DAYS ?? 21)
/** 150 in `npm run test:soak`. A purge that leaves rows changes the ratio of the sizes, for any number of orders. */
const ORDERS_A_DAY = Number(process.env.COMANDA_YEAR_ORDERS ?? 50)
const OPENS_AT_MS = 8 * HOUR_MS
const GAP_MS = (13 * HOUR_MS) / ORDERS_A_DAY
const BEGAN_AT = Date.UTC(2026, 0, 1, 4)
const COPY_EVERY_DAYS = 30
/** Copies are also made on each of these last days. */
const COPIES_AT_LAST = 2
/** Twice as long as an order is kept. */
const STEADY_AFTER_DAYS = 14
const PURGES_A_DAY = 2
const MB = 1_000_000
/** `electron/logging/logger.ts`: 14 files of 2 MiB each. */
const MAX_LOG_MB = (14 * 2 * 1_024 * 1_024) / MB
const MAX_MB = 200

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return sum + (found?.isFile() ? found.size : 0)
  }, 0)

it(`a profile stays within ${MAX_MB} MB during ${DAYS} days of ${ORDERS_A_DAY} orders`, {
  timeout: 60_000 + DAYS * 20_000,
}, () => {
  const folder = tempFolder()
  const openTestLedger = openStorage(folder, { now: BEGAN_AT })
  if (!openTestLedger.ok) throw new Error(openTestLedger.message)
  const storage = openTestLedger.value
  const random = seededRandom(1)
  const sizes: number[] = []
  for (let day = 0; day < DAYS; day += 1) {
    const begins = BEGAN_AT + day * DAY_MS
    // One commit a day, because the number of flushes does not change the sizes.
    storage.ledger.inTransaction(() => {
      for (let index = 0; index < ORDERS_A_DAY; index += 1) {
        const at = Math.round(begins + OPENS_AT_MS + index * GAP_MS)
        const order = makeOrder({}, { random, at, merchant: { id: 'm', name: 'Cantina' }, sourceAppId: 'app' })
        writeOrder(storage, order, at)
      }
    })
    for (let purge = 1; purge <= PURGES_A_DAY; purge += 1)
      toTheEnd(storage.purge(begins + (purge * DAY_MS) / PURGES_A_DAY))
    storage.optimize()
    const isCopied = day % COPY_EVERY_DAYS === COPY_EVERY_DAYS - 1 || day >= DAYS - COPIES_AT_LAST
    if (isCopied) expect(renewCopies(join(folder, LEDGER_FILE), begins + DAY_MS)).toMatchObject({ ok: true })
    sizes.push(bytesOf(folder) / MB)
  }
  storage.close()
  const again = openStorage(folder, { now: BEGAN_AT + DAYS * DAY_MS })
  if (!again.ok) throw new Error(again.message)
  expect(again.value.repair.repaired).toBe('none')
  again.value.close()
  const most = Math.max(...sizes)
  const settled = sizes.slice(STEADY_AFTER_DAYS)
  const beforeCopies = sizes.slice(STEADY_AFTER_DAYS, Math.min(COPY_EVERY_DAYS - 1, DAYS - COPIES_AT_LAST))
  console.log(
    `simulated days: ${DAYS} days of ${ORDERS_A_DAY} orders: databases and copies at most ${most.toFixed(1)} MB, ` +
      `${sizes.at(-1)?.toFixed(1)} MB on the last day; with logs of at most ${MAX_LOG_MB.toFixed(0)} MB`,
  )
  expect(most + MAX_LOG_MB).toBeLessThanOrEqual(MAX_MB)
  // New rows use the space of deleted rows: after two weeks only the two copies change the size.
  const [first = Number.NaN] = settled
  expect(Math.max(...settled)).toBeLessThanOrEqual(4 * first)
  expect(Math.max(...beforeCopies)).toBeLessThanOrEqual(1.1 * first)
})

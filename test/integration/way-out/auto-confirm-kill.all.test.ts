import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seededRandom } from '../../../electron/rehearsal/randomness.ts'
import type { KitchenProcessOptions } from '../../fixtures/kitchen-process.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../../fixtures/rehearsal/recorded-platform.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const PROGRAM = fileURLToPath(new URL('../../fixtures/kitchen-process.ts', import.meta.url))
const KILLS = 6
const ORDERS_PER_LIFE = 3
/** Time after the first poll, in which orders are read and accepted. */
const MAX_LIFE_MS = 600
const TIME_LIMIT_MS = 180_000
const WITHIN_MS = 60_000
const SEED = Number(process.env.COMANDA_SEED ?? Date.now() % 2_147_483_647)

let folder: string
let platform: RecordedPlatform
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-auto-confirm-'))
  platform = await startRecordedPlatform()
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

function startProgram(): ChildProcess {
  const { apiUrl, clientId, clientSecret } = platform
  const options: KitchenProcessOptions = {
    folder: join(folder, 'profile'),
    leaseFolder: join(folder, 'leases'),
    apiUrl,
    clientId,
    clientSecret,
    pollIntervalSeconds: 1,
    settings: { autoConfirm: { enabled: true, mostOpen: 100 } },
  }
  child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], { stdio: 'ignore' })
  return child
}

const ended = (one: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    one.once('exit', () => resolve())
  })

it('after kill -9 at any time, each order was accepted automatically once', { timeout: TIME_LIMIT_MS }, async () => {
  console.log(`seed ${SEED} (again: COMANDA_SEED=${SEED})`)
  const random = seededRandom(SEED)
  const ids: string[] = []
  for (let life = 0; life < KILLS; life += 1) {
    const polls = platform.requestLog.requestsTo('poll').length
    for (let order = 0; order < ORDERS_PER_LIFE; order += 1) {
      ids.push(platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' }).id)
    }
    const program = startProgram()
    await eventually('a poll', () => platform.requestLog.requestsTo('poll').length > polls, WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, random() * MAX_LIFE_MS))
    const end = ended(program)
    program.kill('SIGKILL')
    await end
  }
  const last = startProgram()
  const isAccepted = (id: string): boolean => platform.order(id)?.status === 'CONFIRMED'
  await eventually('every order accepted', () => ids.every(isAccepted), WITHIN_MS)
  const end = ended(last)
  last.kill('SIGTERM')
  await end

  for (const id of ids) expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
  const db = new Database(join(folder, 'profile', 'ledger.db'), { readonly: true })
  const rows = db.prepare<[], string>("SELECT order_id FROM taps WHERE action = 'confirm'").pluck().all()
  db.close()
  expect(rows.toSorted()).toEqual(ids.toSorted())
  expect(platform.requestLog.violations()).toEqual([])
})

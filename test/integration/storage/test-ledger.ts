import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { Ledger, NewTap, ReceivedEvent } from '../../../electron/storage/ports.ts'
import type { RowDamage } from '../../../electron/storage/sealed-table.ts'
import { openLedger } from '../../fixtures/databases.ts'

/** A folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type TestLedger = { readonly ledger: Ledger; readonly path: string; readonly damages: readonly RowDamage[] }

export function openTestLedger(path: string): TestLedger {
  const damages: RowDamage[] = []
  const result = openLedger(path, (damage) => damages.push(damage))
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  const ledger = result.value
  onTestFinished(() => ledger.close())
  return { ledger, path, damages }
}

export const createTestLedger = (): TestLedger => openTestLedger(join(tempFolder(), 'ledger.db'))

/** A second connection that reads the file directly, without the repositories. */
export function rawDatabase(path: string): Database.Database {
  const db = new Database(path)
  onTestFinished(() => {
    db.close()
  })
  return db
}

export const event = (
  eventId: string,
  orderId: string | undefined,
  over: Partial<ReceivedEvent> = {},
): ReceivedEvent => ({
  eventId,
  orderId,
  eventType: 'CREATED',
  createdAt: '2026-03-01T12:00:00.123456789Z',
  metadata: undefined,
  problem: undefined,
  ...over,
})

export const newTap = (tapId: string, orderId: string, over: Partial<NewTap> = {}): NewTap => ({
  tapId,
  orderId,
  action: 'confirm',
  args: {},
  tappedAt: 1_000,
  holdUntil: 1_000,
  ...over,
})

export const read = (orderId: string, status: string, at: number, over: object = {}) => ({
  orderId,
  generation: undefined,
  status,
  at,
  readAt: at,
  settlements: [],
  ...over,
})

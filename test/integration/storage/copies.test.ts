import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupsOf, renewCopies } from '../../../electron/storage/repair/backup.ts'
import { COPIES_KEPT_MS } from '../../../electron/storage/retention.ts'
import { refuse } from './disk-calls.ts'
import { writeDay } from './kitchen-day.ts'
import { createTestLedger, rawDatabase } from './test-ledger.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

/** A ledger with copies of these times. The quarantine folder has a file of each name. */
function copied(times: readonly number[], quarantined: readonly string[] = []) {
  const { ledger, path } = createTestLedger()
  writeDay(ledger, 1)
  for (const at of times) renewCopies(path, at)
  const quarantine = join(dirname(path), 'quarantine')
  for (const name of quarantined) mkdirSync(join(quarantine, name, 'inside'), { recursive: true })
  return { path, quarantine }
}
const times = (path: string): readonly number[] => backupsOf(path).map(({ at }) => at)

test('a copy that is made after the clock was ahead stays, and replaces the older ones', () => {
  const { path } = copied([NOW + 5 * HOUR, NOW + 6 * HOUR])
  for (const at of [NOW, NOW - HOUR]) {
    const renewed = renewCopies(path, at)
    expect(renewed.ok && existsSync(renewed.value.path)).toBe(true)
  }
  expect(times(path)).toEqual([NOW - HOUR, NOW])
})

test('a copy is removed exactly after its retention, and only when a newer one exists', () => {
  const early = copied([NOW])
  expect(renewCopies(early.path, NOW + COPIES_KEPT_MS - 1).ok).toBe(true)
  expect(times(early.path)).toEqual([NOW + COPIES_KEPT_MS - 1, NOW])
  const { path } = copied([NOW])
  expect(renewCopies(path, NOW + COPIES_KEPT_MS).ok).toBe(true)
  expect(times(path)).toEqual([NOW + COPIES_KEPT_MS])
})

test('a copy with a date too far ahead is removed', () => {
  const near = copied([NOW + COPIES_KEPT_MS])
  expect(renewCopies(near.path, NOW).ok).toBe(true)
  expect(times(near.path)).toEqual([NOW, NOW + COPIES_KEPT_MS])
  const { path } = copied([NOW + COPIES_KEPT_MS + 1])
  expect(renewCopies(path, NOW).ok).toBe(true)
  expect(times(path)).toEqual([NOW])
})

test('quarantined ledgers are removed after the same time; other files stay', () => {
  const old = 'ledger-2026-03-01T00-00-00.000Z'
  const young = 'ledger-2026-03-01T11-00-00.000Z'
  const { path, quarantine } = copied([], [old, young, 'letters'])
  writeFileSync(join(quarantine, 'note.db'), 'x')
  expect(renewCopies(path, NOW).ok).toBe(true)
  expect(readdirSync(quarantine).toSorted()).toEqual([young, 'letters', 'note.db'])
})

test('old copies are removed also when no new copy can be made, and the reason is reported', () => {
  const { path, quarantine } = copied([NOW], ['ledger-2026-03-01T00-00-00.000Z'])
  refuse('openSync', 'EIO', (name) => name.endsWith('.part'))
  expect(renewCopies(path, NOW + 24 * HOUR)).toMatchObject({ ok: false, code: 'io' })
  expect(times(path)).not.toContain(NOW)
  expect(readdirSync(quarantine)).toEqual([])
})

test('no copy is removed while the ledger is damaged, because the repair needs it', () => {
  const { path, quarantine } = copied([NOW], ['ledger-2026-03-01T00-00-00.000Z'])
  rawDatabase(path).exec("UPDATE timeline SET detail = 'x' WHERE seq = 1")
  expect(renewCopies(path, NOW + 24 * HOUR)).toMatchObject({ ok: false, code: 'damaged' })
  expect(times(path)).toEqual([NOW])
  expect(readdirSync(quarantine)).toHaveLength(1)
  expect(existsSync(`${path}.suspect`)).toBe(true)
})

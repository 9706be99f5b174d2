import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImage } from '../../../electron/storage/file-image.ts'
import { salvage } from '../../../electron/storage/repair/salvage.ts'
import { changeBytes } from './ledger-recovery.ts'
import { event, openTestLedger, tempFolder } from './test-ledger.ts'

/** The files of a ledger after a kill: the event is only in the log, and the ledger's identity is in both files. */
function killed(eventId: string): string {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  ledger.receiveEvents([event(eventId, 'o1')], [], 'poll', 1)
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  return copy
}
const events = (path: string): readonly string[] => [...(salvage(readImage(path)).rows.get('events')?.keys() ?? [])]
const facts = (path: string): readonly string[] => [...(salvage(readImage(path)).rows.get('facts')?.keys() ?? [])]

test('rows that are only in the log are salvaged', () => {
  expect(events(killed('e1'))).toEqual(['["e1"]'])
})

test('rows of the log of another ledger are not salvaged', () => {
  const path = killed('e1')
  copyFileSync(`${killed('foreign')}-wal`, `${path}-wal`)
  expect(events(path)).toEqual([])
  expect(facts(path)).toContain('["ledger_id"]')
})

test('a log with a damaged identity is not taken for the log of another ledger', () => {
  const path = killed('e1')
  changeBytes(`${path}-wal`, (bytes) => {
    for (let at = bytes.indexOf('ledger_id'); at !== -1; at = bytes.indexOf('ledger_id', at + 1)) bytes[at + 12] = 0x7e
  })
  expect(events(path)).toEqual(['["e1"]'])
})

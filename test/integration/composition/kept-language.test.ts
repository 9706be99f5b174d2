import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import type { Core } from '../../../electron/core/core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { fail } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let folder: string
let core: Core | undefined

const open = (): Core => {
  core = openCore({
    folder,
    settings: Promise.resolve(undefined),
    connection: () => Promise.resolve(fail('not-configured', 'no credentials')),
    fetch: fetchOver((url, init) => fetch(url, init)),
    isOnline: () => true,
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  return core
}
const shown = () => {
  const { notice, settings } = open().snapshot()
  return [notice, settings.locale]
}
const inLedger = (change: (db: Database.Database) => void): void => {
  const db = new Database(join(folder, 'ledger.db'))
  change(db)
  db.close()
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-language-'))
  const first = open()
  expect(first.changeSettings({ locale: 'es' })).toMatchObject({ ok: true })
  await first.stop()
})
afterEach(async () => {
  await core?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the language of the kitchen, when its ledger cannot be read', () => {
  it('is that of the message about a ledger of a newer version', () => {
    inLedger((db) => db.pragma('user_version = 9990'))
    expect(shown()).toEqual(['storage-newer', 'es'])
  })

  it('is that of the message about lost data, and of every later start', async () => {
    rmSync(join(folder, 'ledger.db-wal'), { force: true })
    rmSync(join(folder, 'backups'), { recursive: true, force: true })
    writeFileSync(join(folder, 'ledger.db'), 'x'.repeat(5_000))
    expect(shown()).toEqual(['storage-lost', 'es'])
    await core?.stop()
    expect(shown()).toEqual([undefined, 'es'])
  })

  it('is not used to change a ledger that can be read', () => {
    writeFileSync(join(folder, 'language.json'), '{"locale":"en"}')
    expect(shown()).toEqual([undefined, 'es'])
  })
})

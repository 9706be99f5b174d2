import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { isNew, openThree } from './three-connections.ts'

const CHOSEN: SettingsPatch = { theme: 'light', doneLaneMinutes: 45, stations: [{ name: 'Chapa', keywords: ['x-'] }] }
const eraseFiles = (folder: string, which: RegExp): void => {
  for (const name of readdirSync(folder))
    if (which.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

const LOSSES = {
  'garbage, without copies': (profile: string) => {
    eraseFiles(profile, /^backups$|^ledger\.db-/)
    writeFileSync(join(profile, 'ledger.db'), 'no database, '.repeat(9_000))
  },
  gone: (profile: string) => eraseFiles(profile, /^backups$|^ledger\.db/),
  'gone with the cache': (profile: string) => eraseFiles(profile, /^backups$|^ledger\.db|^cache\.db/),
  'of a newer version': (profile: string) => {
    const ledger = new Database(join(profile, 'ledger.db'))
    ledger.pragma('user_version = 9990')
    ledger.close()
  },
} as const

it.each(Object.entries(LOSSES))(
  'the settings of a kitchen whose first ledger is %s are those that the others kept, and the others keep them',
  async (_words, lose) => {
    const { shops, kitchen } = await openThree()
    expect(kitchen.core().changeSettings(CHOSEN)).toMatchObject({ ok: true })
    await kitchen.core().stop()
    lose(kitchen.profile)
    await kitchen.restart()
    expect(kitchen.core().settings.now()).toMatchObject(CHOSEN)
    for (const { core } of kitchen.core().connections()) expect(core.settings.now()).toMatchObject(CHOSEN)
    const id = shops[1].place()
    await kitchen.seen('Rua', id, 'new', isNew)
    await kitchen.restart()
    expect(kitchen.core().settings.now()).toMatchObject(CHOSEN)
  },
)

it('a lost ledger of a further connection changes no setting', async () => {
  const { kitchen } = await openThree()
  expect(kitchen.core().changeSettings(CHOSEN)).toMatchObject({ ok: true })
  await kitchen.core().stop()
  LOSSES['gone with the cache'](kitchen.folderOf(2))
  await kitchen.restart()
  for (const { core } of kitchen.core().connections()) expect(core.settings.now()).toMatchObject(CHOSEN)
})

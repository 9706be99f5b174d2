import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openTextFile } from '../../../electron/shell/dialogs.ts'
import { electron } from './fake-electron.ts'

const TEXT = '{"comanda":"settings","settings":{"station":"Balcão"}}'

it.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark, as Notepad writes it', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['Latin-1', Buffer.from(TEXT, 'latin1')],
])('a chosen file in %s has its text', async (_encoding, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-dialogs-'))
  const chosen = join(folder, 'settings.json')
  writeFileSync(chosen, bytes)
  electron.given.chosen = chosen
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    electron.given.chosen = undefined
  })
  expect(await openTextFile(1_000)).toBe(TEXT)
})

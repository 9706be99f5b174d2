import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { openApp } from '../../scripts/demo/open-app.ts'
import { parseDemoOptions } from '../../scripts/demo/options.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { LOCALES } from '../../shared/settings.ts'
import { electronProgram, ROOT } from './kitchen.ts'

const run = promisify(execFile)
const PICTURE_LIMIT_MS = 50_000
/** Where a PNG states its width and height. */
const PNG_SIZE_AT = 16

for (const locale of LOCALES) {
  test(`the demo opens its board in the language ${locale}`, async () => {
    const { app, board } = await openApp(ROOT, electronProgram(), parseDemoOptions(['--locale', locale]))
    try {
      await expect(board.locator('html')).toHaveAttribute('lang', locale)
      await expect(board.getByTestId('open-history')).toHaveText(LANGUAGES[locale].history.title)
    } finally {
      await app.close()
    }
  })

  test(`the demo takes a picture in the language ${locale}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'comanda-demo-picture-'))
    const file = join(folder, 'board.png')
    const options = ['--shot', file, '--after', '0s', '--size', '1366x768', '--locale', locale]
    try {
      const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/demo.ts'), ...options], {
        cwd: ROOT,
        timeout: PICTURE_LIMIT_MS,
      })
      expect(stdout).toContain(file)
      const picture = readFileSync(file)
      expect([picture.readUInt32BE(PNG_SIZE_AT), picture.readUInt32BE(PNG_SIZE_AT + 4)]).toEqual([1366, 768])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test('the demo says which language cannot be set, instead of showing another', async () => {
  const options = parseDemoOptions(['--locale', 'xx'])
  await expect(openApp(ROOT, electronProgram(), options)).rejects.toThrow('The language could not be set to xx')
})

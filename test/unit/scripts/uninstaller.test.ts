import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

it('the uninstaller of Windows asks whether it shall erase data and credentials, and keeps them by default and during an update', () => {
  expect(read('electron-builder.yml')).toMatch(/^nsis:\n(?: {2}.*\n)*? {2}include: build\/installer\.nsh$/m)
  const script = read('build/installer.nsh')
  expect(script).toMatch(/\$\{ifNot\} \$\{isUpdated\}[\s\S]*MB_DEFBUTTON2[\s\S]*\/SD IDNO IDNO keepKitchen/)
  expect(script).toContain('RMDir /r "$APPDATA\\Comanda"')
  expect(script).toContain('target=Comanda/')
})

it('the Debian package keeps the data when it is removed, and erases the data when it is purged', () => {
  expect(read('electron-builder.yml')).toMatch(/^deb:\n(?: {2}.*\n)*? {2}afterRemove: build\/after-remove\.sh$/m)
  const script = read('build/after-remove.sh')
  execFileSync('bash', ['-n', join(ROOT, 'build/after-remove.sh')])
  const purge = script.slice(script.indexOf('  purge)'), script.indexOf('  remove)'))
  expect(purge).toMatch(/secret-tool clear service Comanda/)
  expect(purge).toMatch(/rm -rf -- "\$home\/\.config\/Comanda"/)
  expect(script.slice(script.indexOf('  remove)'))).not.toContain('rm ')
  // The commands of electron-builder's own script run as before.
  const own = read('node_modules/app-builder-lib/templates/linux/after-remove.tpl').trim()
  expect(script.startsWith(own)).toBe(true)
})

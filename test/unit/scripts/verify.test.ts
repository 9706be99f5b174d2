import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { packagedProgram, usesElectronHost } from '../../../scripts/verify/packaged-program.ts'

/** A project with these files in it. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'comanda-verify-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

it('no program is found when there is none', () => {
  expect(packagedProgram(projectWith({}), 'linux', {})).toBeUndefined()
  expect(packagedProgram(projectWith({ 'dist/linux-unpacked/comanda': '' }), 'win32', {})).toBeUndefined()
})

it('only the named program is used, and no other in its place', () => {
  const root = projectWith({ 'dist/linux-unpacked/comanda': '', 'own/comanda': '' })
  expect(packagedProgram(root, 'linux', { COMANDA_PACKAGE: join(root, 'own/comanda') })).toBe(join(root, 'own/comanda'))
  expect(packagedProgram(root, 'linux', { COMANDA_PACKAGE: join(root, 'gone') })).toBeUndefined()
})

it('a package with the host is distinguished from a package with Electron', () => {
  const root = projectWith({ host: '#!/bin/sh\n', electron: '\x7fELF', empty: '' })
  expect(usesElectronHost(join(root, 'host'))).toBe(true)
  expect(usesElectronHost(join(root, 'electron'))).toBe(false)
  expect(usesElectronHost(join(root, 'empty'))).toBe(false)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What each fuse is to be, and why (docs/security.md, "Fuses"). */
const WANTED: Readonly<Record<string, boolean>> = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
}

/** No fuse: it signs the binary of macOS anew, which lost its signature to the fuses. */
const NO_FUSE = 'resetAdHocDarwinSignature'

/** The block `electronFuses:` of the packaging configuration, comments left out. */
function stated(): Readonly<Record<string, boolean>> {
  const [, block = ''] = /^electronFuses:\n((?: .*\n)+)/m.exec(read('electron-builder.yml')) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)]
      .map(([, name = '', value]) => [name, value === 'true'] as const)
      .filter(([name]) => name !== NO_FUSE),
  )
}

/** Fuses that the tool which sets them knows. */
function knownToFuses(): readonly string[] {
  const [, body = ''] =
    /enum FuseV1Options \{([^}]*)\}/.exec(read('node_modules/@electron/fuses/dist/config.d.ts')) ?? []
  return [...body.matchAll(/(\w+) = \d+/g)].map(([, name = '']) => name.charAt(0).toLowerCase() + name.slice(1))
}

/** Fuses that the packager takes. */
function knownToPackager(): readonly string[] {
  const schema: unknown = JSON.parse(read('node_modules/app-builder-lib/scheme.json'))
  const properties = Object(schema).definitions?.FuseOptionsV1?.properties ?? {}
  return Object.keys(properties).filter((name) => name !== NO_FUSE)
}

describe('fuses', () => {
  it('are read from their sources', () => {
    expect(knownToFuses()).toHaveLength(8)
    expect(knownToFuses()).toContain('runAsNode')
    expect(knownToPackager()).toContain('onlyLoadAppFromAsar')
  })

  it('are all stated: a fuse that a newer tool adds fails here until it is stated', () => {
    expect(Object.keys(stated()).toSorted()).toEqual([...new Set([...knownToFuses(), ...knownToPackager()])].toSorted())
  })

  it('are stated as wanted', () => {
    expect(stated()).toEqual(WANTED)
  })

  it('are all explained', () => {
    // The formatter pads the cells of a table.
    const explained = read('docs/security.md').replace(/ +/g, ' ')
    for (const [name, value] of Object.entries(WANTED))
      expect(explained).toContain(`| \`${name}\` | ${value ? 'on' : 'off'} |`)
  })
})

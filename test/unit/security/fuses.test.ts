import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The value of each fuse (docs/security.md, "Fuses"). */
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

/** This is not a fuse: it signs the macOS binary again, because setting the fuses invalidates its signature. */
const NO_FUSE = 'resetAdHocDarwinSignature'

/**
 * Fuses that the tool knows and the packager cannot set. They have Electron's default, which the test of an installed package
 * reads from its binary (`test/verify/installed/package.spec.ts`).
 */
const OF_ELECTRON: Readonly<Record<string, boolean>> = { wasmTrapHandlers: true }

/** The block `electronFuses:` of the packaging configuration, without comments. */
function stated(): Readonly<Record<string, boolean>> {
  const [, block = ''] = /^electronFuses:\n((?: .*\n)+)/m.exec(read('electron-builder.yml')) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)]
      .map(([, name = '', value]) => [name, value === 'true'] as const)
      .filter(([name]) => name !== NO_FUSE),
  )
}

/** The fuses of the tool that sets them. */
function knownToFuses(): readonly string[] {
  const [, body = ''] =
    /enum FuseV1Options \{([^}]*)\}/.exec(read('node_modules/@electron/fuses/dist/config.d.ts')) ?? []
  return [...body.matchAll(/(\w+) = \d+/g)].map(([, name = '']) => name.charAt(0).toLowerCase() + name.slice(1))
}

/** The fuses that the packager accepts. */
function knownToPackager(): readonly string[] {
  const schema: unknown = JSON.parse(read('node_modules/app-builder-lib/scheme.json'))
  const properties = Object(schema).definitions?.FuseOptionsV1?.properties ?? {}
  return Object.keys(properties).filter((name) => name !== NO_FUSE)
}

describe('fuses', () => {
  it('are all stated: a new fuse of the tool makes this test fail until it is stated', () => {
    expect(Object.keys(stated()).toSorted()).toEqual(knownToPackager().toSorted())
    expect(Object.keys({ ...stated(), ...OF_ELECTRON }).toSorted()).toEqual(knownToFuses().toSorted())
  })

  it('are stated as wanted', () => {
    expect(stated()).toEqual(WANTED)
  })
})

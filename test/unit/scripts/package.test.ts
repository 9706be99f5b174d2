import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSignedFeed, parseFeedKey } from '../../../electron/updates/feed-signature.ts'
import { ICNS_TYPES } from '../../../scripts/icons/containers.ts'
import { checkFeed, withShare } from '../../../scripts/package/feed-configuration.ts'
import { newFeedKey } from '../../fixtures/update-feed.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUILD = join(ROOT, 'build')

const pngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('the feed for updates', () => {
  const { key: updateKey } = newFeedKey()
  const publish = { provider: 'generic', url: 'https://updates.example/comanda/' } as const

  it.each<[string, Parameters<typeof checkFeed>[0]]>([
    ['no key', { publish }],
    ['a key alone', { publish: null, extraMetadata: { updateKey } }],
    ['a key of another kind', { publish, extraMetadata: { updateKey: 'AAAA' } }],
    ['an address without https', { publish: { ...publish, url: 'http://a.test/' }, extraMetadata: { updateKey } }],
    ['two feeds', { publish: [publish, publish], extraMetadata: { updateKey } }],
    ['a feed of another kind', { publish: { provider: 'github' }, extraMetadata: { updateKey } }],
  ])('is refused with %s', (_case, configuration) => {
    expect(() => checkFeed(configuration)).toThrow()
  })

  it('is written with the share of computers that install it', () => {
    const text = 'version: 1.1.0\nfiles: []\n'
    expect(withShare(withShare(text, 5), 20)).toBe(`${text}stagingPercentage: 20\n`)
    expect(withShare(withShare(text, 20), 100)).toBe(text)
    expect(() => withShare(text, 101)).toThrow()
  })

  it('is signed by the command, with the share, and verified with the key of the package', () => {
    const folder = mkdtempSync(join(tmpdir(), 'comanda-feed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [join(ROOT, 'scripts/sign-feed.ts'), ...args], {
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, COMANDA_FEED_KEY_FILE: join(folder, 'key.pem') },
      })
    const [, key = ''] = /^updateKey: (\S+)$/m.exec(run('--new-key', join(folder, 'key.pem'))) ?? []
    expect(() => run('--new-key', join(folder, 'key.pem'))).toThrow('EEXIST')
    const feed = join(folder, 'latest-linux.yml')
    writeFileSync(feed, 'version: 1.1.0\n')
    run(feed)
    run(feed, '--share', '20')
    expect(openSignedFeed(readFileSync(feed, 'utf8'), 'latest-linux.yml', parseFeedKey(key))).toBe(
      'version: 1.1.0\nstagingPercentage: 20\n',
    )
  })
})

describe('the icon files', () => {
  it('of Windows have every size that Windows shows', () => {
    const ico = readFileSync(join(BUILD, 'icon.ico'))
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    expect(entries.map((at) => ico.readUInt8(at) || 256)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    for (const at of entries) {
      const picture = ico.subarray(ico.readUInt32LE(at + 12))
      const size = ico.readUInt8(at) || 256
      // A bitmap states the sum of the heights of its colours and of its mask.
      if (size < 256) expect([picture.readInt32LE(4), picture.readInt32LE(8)]).toEqual([size, 2 * size])
      else expect(pngSize(picture)).toEqual([size, size])
    }
    const last = entries.at(-1) ?? 0
    expect(ico.readUInt32LE(last + 12) + ico.readUInt32LE(last + 8)).toBe(ico.length)
  })

  it('of macOS have every size up to 1024', () => {
    const icns = readFileSync(join(BUILD, 'icon.icns'))
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    const sizes: Record<string, number> = {}
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      const [width = 0, height] = pngSize(icns.subarray(at + 8))
      expect(height).toBe(width)
      sizes[icns.toString('latin1', at, at + 4)] = width
    }
    expect(sizes).toEqual(ICNS_TYPES)
  })

  it.each([
    ['set', 512],
    ['ico', 256],
    ['icns', 0],
  ])(
    'are accepted by electron-builder as %s without a conversion, which would download a tool',
    async (format, size) => {
      const outDir = mkdtempSync(join(tmpdir(), 'comanda-icons-'))
      onTestFinished(() => rmSync(outDir, { recursive: true }))
      const { convertIcon } = await import(join(ROOT, 'node_modules/app-builder-lib/out/util/iconConverter.js'))
      const { icons } = await convertIcon({ sources: [], fallbackSources: [], roots: [BUILD, ROOT], format, outDir })
      expect(icons.at(-1)).toMatchObject({ size })
      expect(icons.at(-1).file.startsWith(BUILD)).toBe(true)
    },
  )
})

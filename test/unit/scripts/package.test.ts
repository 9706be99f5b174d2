import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSignedFeed, parseFeedKey } from '../../../electron/updates/feed-signature.ts'
import { checkFeed, withShare } from '../../../scripts/package/feed-configuration.ts'
import { newFeedKey } from '../../fixtures/update-feed.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUILD = join(ROOT, 'build')

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

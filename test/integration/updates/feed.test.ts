import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signFeed } from '../../../electron/updates/feed-signature.ts'
import type { Download, FeedResult } from '../../../electron/updates/update-service.ts'
import { CHANNEL_FILE, newFeedKey, serveUpdateFeed, type UpdateFeed } from '../../fixtures/update-feed.ts'
import { openRealUpdater, type RealUpdater, type RealUpdaterParts } from './real-updater.ts'

/** The real electron-updater with a real feed on loopback. */

const CONTENT = Buffer.alloc(300_000, 'new program ')
const NEWER = { version: '1.1.0', content: CONTENT }
/** electron-updater uses the last four bytes of the id as the computer's position between 0 and 1. */
const idOf = (share: number): string =>
  `12345678-1234-5123-8123-1234${Math.floor(share * 0xffffffff)
    .toString(16)
    .padStart(8, '0')}`

let feed: UpdateFeed
let updater: RealUpdater
const open = (parts: Partial<RealUpdaterParts> = {}): RealUpdater => {
  updater = openRealUpdater({ feed, ...parts })
  return updater
}
const appImageBefore = process.env.APPIMAGE

beforeEach(async () => {
  feed = await serveUpdateFeed()
})
afterEach(async () => {
  updater.remove()
  await feed.close()
  if (appImageBefore === undefined) delete process.env.APPIMAGE
  else process.env.APPIMAGE = appImageBefore
})

async function downloaded(look: FeedResult, percents: number[] = []): Promise<Download> {
  if (look.kind !== 'offered') throw new Error(`Nothing is offered: ${JSON.stringify(look)}`)
  return look.download((percent) => percents.push(percent))
}

describe('a check of the feed', () => {
  it('finds a newer version, and downloads the file that the feed names', async () => {
    feed.publish(NEWER)
    const { port } = open()
    const look = await port.readFeed()
    expect(look).toMatchObject({ kind: 'offered', version: '1.1.0' })
    const percents: number[] = []
    const download = await downloaded(look, percents)
    expect(download).toMatchObject({ kind: 'downloaded', update: { version: '1.1.0', needsAdministrator: false } })
    if (download.kind === 'downloaded') expect(readFileSync(download.update.file)).toEqual(CONTENT)
    expect(percents.at(-1)).toBe(100)
  })

  it.each([
    ['an older', '0.9.0'],
    ['the same', '1.0.0'],
  ])('ignores %s version', async (_case, version) => {
    feed.publish({ version, content: CONTENT })
    expect(await open().port.readFeed()).toEqual({ kind: 'none' })
    expect(feed.requests.map(({ path }) => path)).toEqual([`/${CHANNEL_FILE}`])
  })

  it.each([
    ['offers it to a computer in this share', 0.1, 'offered'],
    ['offers nothing to a computer outside of this share', 0.5, 'none'],
  ])('with a version for 20 percent of the computers %s', async (_case, share, kind) => {
    feed.publish({ ...NEWER, stagingPercentage: 20 })
    expect((await open({ stagingId: idOf(share) }).port.readFeed()).kind).toBe(kind)
  })

  it('sends nothing that identifies this computer', async () => {
    feed.publish(NEWER)
    await downloaded(await open().port.readFeed())
    expect(feed.requests.length).toBe(2)
    for (const { headers } of feed.requests) expect(Object.keys(headers)).not.toContain('x-user-staging-id')
  })

  it('reports a feed that does not answer', async () => {
    expect(await open().port.readFeed()).toMatchObject({ kind: 'failed', trouble: 'unreachable' })
  })

  it('ends the request to a feed that stops sending', async () => {
    feed.publish(NEWER)
    feed.isSilent = true
    const timers: { readonly delayMs: number; readonly task: () => void }[] = []
    const { port } = open({
      setTimer: (delayMs, task) => {
        timers.push({ delayMs, task })
        return () => undefined
      },
    })
    const look = port.readFeed()
    await expect.poll(() => feed.requests.length).toBe(1)
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([60_000])
    timers[0]?.task()
    expect(await look).toMatchObject({ kind: 'failed', trouble: 'unreachable' })
    await expect.poll(() => feed.open()).toBe(0)
  })
})

describe('the signature of the feed', () => {
  const stranger = newFeedKey()
  it.each<[string, (text: string) => string]>([
    ['is missing', (text) => text.replace(/# signature: .*\n/, '')],
    ['is of another key', (text) => signFeed(text, CHANNEL_FILE, stranger.privateKey)],
    ['is of another system', (text) => signFeed(text, 'latest.yml', feed.privateKey)],
    ['belongs to an earlier text', (text) => text.replace('version: 1.1.0', 'version: 1.2.0')],
    ['has lines after it', (text) => `${text}version: 9.9.9\n`],
  ])('is required: a feed whose signature %s is not used', async (_case, change) => {
    feed.publish(NEWER, change)
    const { port, pending } = open()
    expect(await port.readFeed()).toMatchObject({ kind: 'failed', trouble: 'signature' })
    expect(feed.requests.map(({ path }) => path)).toEqual([`/${CHANNEL_FILE}`])
    expect(existsSync(pending)).toBe(false)
  })
})

describe('a download', () => {
  it('that is ready is not installed when the program ends', async () => {
    feed.publish(NEWER)
    const { port, quit, appImage } = open()
    expect((await downloaded(await port.readFeed())).kind).toBe('downloaded')
    quit()
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
  })

  it('that was changed after its check is not installed', async () => {
    feed.publish(NEWER)
    const { port, appImage } = open()
    const download = await downloaded(await port.readFeed())
    if (download.kind !== 'downloaded') throw new Error(download.error)
    appendFileSync(download.update.file, 'x')
    expect(port.install()).toBe(false)
    rmSync(download.update.file)
    expect(port.install()).toBe(false)
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
  })

  it('that differs from the feed is deleted', async () => {
    feed.publish({ ...NEWER, claimed: { sha512: Buffer.alloc(64, 1).toString('base64') } })
    const { port, pending } = open()
    expect(await downloaded(await port.readFeed())).toMatchObject({ kind: 'failed', trouble: 'download-broken' })
    expect(readdirSync(pending)).toEqual([])
  })

  it('that is interrupted begins again and is completed', async () => {
    feed.publish(NEWER)
    feed.serving = 'cut'
    const { port, pending } = open()
    expect(await downloaded(await port.readFeed())).toMatchObject({ kind: 'failed', trouble: 'unreachable' })
    expect(readdirSync(pending)).toEqual([])
    feed.serving = 'whole'
    const again = await downloaded(await port.readFeed())
    expect(again.kind).toBe('downloaded')
    if (again.kind === 'downloaded') expect(readFileSync(again.update.file)).toEqual(CONTENT)
  })

  it('that receives nothing is ended', async () => {
    feed.publish(NEWER)
    feed.serving = 'stall'
    let giveUp = (): void => undefined
    const { port, pending } = open({
      setTimer: (_delayMs, task) => {
        giveUp = task
        return () => undefined
      },
    })
    const look = await port.readFeed()
    const download = downloaded(look)
    await expect.poll(() => feed.requests.length).toBe(2)
    await expect.poll(() => readdirSync(pending)).toHaveLength(1)
    giveUp()
    expect(await download).toMatchObject({ kind: 'failed', trouble: 'unreachable' })
    await expect.poll(() => readdirSync(pending)).toEqual([])
    await expect.poll(() => feed.open()).toBe(0)
  })

  it('that is longer than the feed states is ended', async () => {
    feed.publish(NEWER)
    feed.serving = 'endless'
    const { port, pending } = open()
    expect(await downloaded(await port.readFeed())).toMatchObject({ kind: 'failed', trouble: 'download-broken' })
    await expect.poll(() => feed.open()).toBe(0)
    await expect.poll(() => readdirSync(pending)).toEqual([])
  })

  it('does not begin without space for it and for the kitchen', async () => {
    feed.publish(NEWER)
    const { port } = open({ freeBytes: 300_000_000 })
    expect(await downloaded(await port.readFeed())).toMatchObject({ kind: 'failed', trouble: 'disk-full' })
    expect(feed.requests.length).toBe(1)
  })

  it('of an earlier run is used again, after another check', async () => {
    feed.publish(NEWER)
    const { port } = open()
    await downloaded(await port.readFeed())
    expect((await downloaded(await port.readFeed())).kind).toBe('downloaded')
    expect(feed.requests.filter(({ path }) => path.endsWith('.AppImage')).length).toBe(1)
  })
})

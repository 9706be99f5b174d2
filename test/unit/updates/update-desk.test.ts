import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdateDesk, type UpdateDeskParts } from '../../../electron/updates/update-desk.ts'
import type { KitchenState } from '../../../electron/updates/update-rules.ts'
import type { DownloadedUpdate, FeedResult } from '../../../electron/updates/updater-port.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, settled } from '../../fixtures/virtual-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UPDATE: DownloadedUpdate = { version: '1.1.0', file: '/tmp/new', sha512: 'x', needsAdministrator: false }
const OFFERED: FeedResult = {
  kind: 'offered',
  version: '1.1.0',
  download: async () => ({ kind: 'downloaded', update: UPDATE }),
}
const OPEN_ORDER = { orderId: 'o1', lane: 'preparing' } as Ticket

let folder = ''
let recordFile = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-desk-'))
  recordFile = join(folder, 'updates.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openDesk(parts: Partial<UpdateDeskParts> = {}) {
  // Local noon; the quiet hours begin at 23:00.
  const clock = createVirtualClock(new Date(2026, 2, 2, 12).getTime())
  const world = {
    tickets: [] as Ticket[],
    unsettledTaps: 0,
    hasQuietHours: false,
    look: OFFERED,
    isWritable: true,
    needsPerson: false,
  }
  const kitchen = (): KitchenState => ({
    tickets: world.tickets,
    unsettledTaps: world.unsettledTaps,
    freshness: { state: 'fresh' },
    clock: { platformNow: clock.platform(), skewMs: 0 },
    settings: {
      ...DEFAULT_SETTINGS,
      alarm: {
        ...DEFAULT_SETTINGS.alarm,
        quietHours: { enabled: world.hasQuietHours, from: '23:00', to: '06:00' },
      },
    },
  })
  const openUpdater = vi.fn(async () => ({ readFeed: async () => world.look, install: () => true }))
  const installer = {
    isWritable: () => world.isWritable,
    needsPerson: () => world.needsPerson,
    prepare: vi.fn(async () => undefined),
    discard: vi.fn(),
    begin: vi.fn(),
  }
  const log = createMemoryLog()
  const desk = createUpdateDesk({
    version: '1.0.0',
    mode: 'on',
    openUpdater,
    installer,
    kitchen,
    recordFile,
    failedVersion: undefined,
    clock,
    random: () => 0,
    log,
    ...parts,
  })
  return { desk, clock, world, openUpdater, installer, log }
}

describe('looking for updates', () => {
  it('begins two minutes after the start and comes once a day; the updater is loaded by then, not before', async () => {
    const { desk, clock, world, openUpdater } = openDesk()
    world.look = { kind: 'none' }
    desk.start()
    await clock.advance(MINUTE_MS)
    expect(openUpdater).not.toHaveBeenCalled()
    expect(desk.status().lookedAt).toBeUndefined()
    await clock.advance(MINUTE_MS)
    expect(openUpdater).toHaveBeenCalledOnce()
    const first = desk.status().lookedAt
    expect(first).toBe(clock.now())
    await clock.advance(24 * HOUR_MS - MINUTE_MS)
    expect(desk.status().lookedAt).toBe(first)
    await clock.advance(2 * MINUTE_MS)
    expect(desk.status().lookedAt).toBe((first ?? 0) + 24 * HOUR_MS)
    desk.stop()
  })

  it('counts the time over a suspend, and not a clock that is set', async () => {
    const { desk, clock, world } = openDesk()
    world.look = { kind: 'none' }
    desk.start()
    await clock.advance(2 * MINUTE_MS)
    const first = desk.status().lookedAt
    clock.setWall(48 * HOUR_MS)
    await clock.advance(HOUR_MS)
    expect(desk.status().lookedAt).toBe(first)
    clock.setWall(0)
    clock.suspend(23 * HOUR_MS)
    await clock.advance(2 * MINUTE_MS)
    expect(desk.status().lookedAt).toBeGreaterThan(first ?? 0)
    desk.stop()
  })

  it('keeps the time of the last check over a restart', async () => {
    const first = openDesk()
    first.world.look = { kind: 'none' }
    first.desk.start()
    await first.clock.advance(2 * MINUTE_MS)
    first.desk.stop()
    const { desk, clock, openUpdater } = openDesk()
    desk.start()
    await clock.advance(23 * HOUR_MS)
    expect(openUpdater).not.toHaveBeenCalled()
    desk.stop()
  })

  it.each(['off', 'unsupported'] as const)('never happens in a package where it is %s', async (mode) => {
    const { desk, clock, openUpdater } = openDesk({ mode })
    desk.start()
    await clock.advance(48 * HOUR_MS)
    await desk.readFeed()
    expect(openUpdater).not.toHaveBeenCalled()
    expect(desk.status()).toEqual({ state: mode, version: '1.0.0', needsPerson: false })
  })

  it('reports the failure, tries again after four hours, and then clears the report', async () => {
    const { desk, clock, world } = openDesk()
    world.look = { kind: 'failed', trouble: 'signature', error: 'no' }
    desk.start()
    await clock.advance(2 * MINUTE_MS)
    expect(desk.status()).toMatchObject({ state: 'idle', trouble: 'signature' })
    world.look = { kind: 'none' }
    await clock.advance(4 * HOUR_MS)
    expect(desk.status().trouble).toBeUndefined()
    desk.stop()
  })

  it('reports that the feed of this package cannot be used', async () => {
    const { desk } = openDesk({
      openUpdater: async () => {
        throw new Error('no https')
      },
    })
    await desk.readFeed()
    expect(desk.status()).toMatchObject({ state: 'idle', trouble: 'feed-broken' })
  })

  it('removes an update that is no longer offered', async () => {
    const { desk, world } = openDesk()
    await desk.readFeed()
    expect(desk.status()).toMatchObject({ state: 'ready', offered: '1.1.0' })
    world.look = { kind: 'none' }
    await desk.readFeed()
    expect(desk.status().state).toBe('idle')
  })

  it('keeps an update that is ready when a later look fails', async () => {
    const { desk, world } = openDesk()
    await desk.readFeed()
    world.look = { kind: 'failed', trouble: 'unreachable', error: 'no' }
    await desk.readFeed()
    expect(desk.status()).toMatchObject({ state: 'ready', offered: '1.1.0', trouble: 'unreachable' })
  })

  it('does not install a version again that showed no board here, also after restarts', async () => {
    const first = openDesk({ failedVersion: '1.1.0' })
    await first.desk.readFeed()
    expect(first.desk.status()).toMatchObject({ state: 'idle', failedVersion: '1.1.0' })
    const second = openDesk()
    await second.desk.readFeed()
    expect(second.desk.status().state).toBe('idle')
    second.world.look = { ...OFFERED, version: '1.1.1' } as FeedResult
    await second.desk.readFeed()
    expect(second.desk.status().state).toBe('ready')
  })

  it('treats a broken record as absent', async () => {
    writeFileSync(recordFile, '{"lookedAt":')
    const { desk } = openDesk()
    expect(desk.status().lookedAt).toBeUndefined()
    await desk.readFeed()
    expect(JSON.parse(readFileSync(recordFile, 'utf8'))).toHaveProperty('lookedAt')
  })
})

describe('installing', () => {
  it('waits for the button where the shop has no quiet hours', async () => {
    const { desk, clock, installer } = openDesk()
    desk.start()
    await clock.advance(23 * HOUR_MS)
    expect(desk.status().state).toBe('ready')
    expect(installer.begin).not.toHaveBeenCalled()
    await desk.install()
    expect(installer.begin).toHaveBeenCalledWith(UPDATE)
    expect(desk.status().state).toBe('installing')
    desk.stop()
  })

  it('happens automatically in the quiet hours, once no order is open', async () => {
    const { desk, clock, world, installer } = openDesk()
    world.hasQuietHours = true
    world.tickets = [OPEN_ORDER]
    desk.start()
    // 23:30
    await clock.advance(11.5 * HOUR_MS)
    expect(installer.prepare).not.toHaveBeenCalled()
    expect(desk.status()).toMatchObject({ state: 'ready', hold: 'orders-open' })
    world.tickets = []
    await clock.advance(MINUTE_MS)
    expect(installer.begin).toHaveBeenCalledOnce()
    desk.stop()
  })

  it('does not happen automatically before the quiet hours, nor when a password is needed', async () => {
    const { desk, clock, world, installer } = openDesk()
    world.hasQuietHours = true
    desk.start()
    await clock.advance(10.9 * HOUR_MS)
    expect(installer.prepare).not.toHaveBeenCalled()
    world.needsPerson = true
    await clock.advance(HOUR_MS)
    expect(installer.prepare).not.toHaveBeenCalled()
    expect(desk.status().needsPerson).toBe(true)
    desk.stop()
  })

  it.each<[string, Partial<ReturnType<typeof openDesk>['world']>, string]>([
    ['an order is open', { tickets: [OPEN_ORDER] }, 'orders-open'],
    ['a tap is not proved', { unsettledTaps: 1 }, 'taps-unsent'],
    ['the file cannot be replaced', { isWritable: false }, 'not-writable'],
  ])('by the button does nothing while %s', async (_case, change, hold) => {
    const { desk, world, installer } = openDesk()
    await desk.readFeed()
    Object.assign(world, change)
    expect(desk.status().hold).toBe(hold)
    await desk.install()
    expect(installer.prepare).not.toHaveBeenCalled()
    expect(desk.status().state).toBe('ready')
  })

  it('is cancelled when an order comes while the file is copied', async () => {
    const { desk, world, installer } = openDesk()
    await desk.readFeed()
    installer.prepare.mockImplementation(async () => {
      world.tickets = [OPEN_ORDER]
    })
    await desk.install()
    expect(installer.discard).toHaveBeenCalledOnce()
    expect(installer.begin).not.toHaveBeenCalled()
    expect(desk.status()).toMatchObject({ state: 'ready', hold: 'orders-open' })
  })

  it('that cannot be prepared is reported, and can be tried again', async () => {
    const { desk, installer } = openDesk()
    await desk.readFeed()
    installer.prepare.mockRejectedValueOnce(new Error('EIO'))
    await desk.install()
    expect(desk.status()).toMatchObject({ state: 'ready', trouble: 'install-failed' })
    await desk.install()
    expect(installer.begin).toHaveBeenCalledOnce()
  })

  it('that does not end the program within five minutes is cancelled', async () => {
    const { desk, clock, installer } = openDesk()
    await desk.readFeed()
    await desk.install()
    await clock.advance(5 * MINUTE_MS)
    await settled()
    expect(installer.discard).toHaveBeenCalledOnce()
    expect(desk.status()).toMatchObject({ state: 'ready', trouble: 'install-failed' })
  })
})

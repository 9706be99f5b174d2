import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createUpdateService,
  type DownloadedUpdate,
  type FeedResult,
  type KitchenActivity,
  type UpdateServiceOptions,
} from '../../../electron/updates/update-service.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

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
  folder = mkdtempSync(join(tmpdir(), 'comanda-updates-'))
  recordFile = join(folder, 'updates.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openService(parts: Partial<UpdateServiceOptions> = {}) {
  // Noon, local time. The quiet hours begin at 23:00.
  const clock = createVirtualClock(new Date(2026, 2, 2, 12).getTime())
  const world = {
    tickets: [] as Ticket[],
    unsettledTaps: 0,
    hasQuietHours: false,
    installsUpdates: true,
    look: OFFERED,
    isWritable: true,
    needsPerson: false,
  }
  const kitchen = (): KitchenActivity => ({
    tickets: world.tickets,
    unsettledTaps: world.unsettledTaps,
    freshness: { state: 'fresh' },
    clock: { platformNow: clock.platform(), skewMs: 0 },
    settings: {
      ...DEFAULT_SETTINGS,
      installsUpdates: world.installsUpdates,
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
    begin: vi.fn(),
    cancel: vi.fn(),
  }
  const log = createMemoryLog()
  const service = createUpdateService({
    version: '1.0.0',
    mode: 'on',
    openUpdater,
    installer,
    kitchen,
    recordFile,
    clock,
    random: () => 0,
    log,
    ...parts,
  })
  return { service, clock, world, openUpdater, installer, log }
}

describe('the check for updates', () => {
  it('begins two minutes after the start and is repeated once a day; the updater is loaded for the first check, not before', async () => {
    const { service, clock, world, openUpdater } = openService()
    world.look = { kind: 'none' }
    service.start()
    await clock.advance(MINUTE_MS)
    expect(openUpdater).not.toHaveBeenCalled()
    expect(service.status().checkedAt).toBeUndefined()
    await clock.advance(MINUTE_MS)
    expect(openUpdater).toHaveBeenCalledOnce()
    const first = service.status().checkedAt
    expect(first).toBe(clock.now())
    await clock.advance(24 * HOUR_MS - MINUTE_MS)
    expect(service.status().checkedAt).toBe(first)
    await clock.advance(2 * MINUTE_MS)
    expect(service.status().checkedAt).toBe((first ?? 0) + 24 * HOUR_MS)
    service.stop()
  })

  it('counts the time of a suspend, and not a change of the clock', async () => {
    const { service, clock, world } = openService()
    world.look = { kind: 'none' }
    service.start()
    await clock.advance(2 * MINUTE_MS)
    const first = service.status().checkedAt
    clock.setWall(48 * HOUR_MS)
    await clock.advance(HOUR_MS)
    expect(service.status().checkedAt).toBe(first)
    clock.setWall(0)
    clock.suspend(23 * HOUR_MS)
    await clock.advance(2 * MINUTE_MS)
    expect(service.status().checkedAt).toBeGreaterThan(first ?? 0)
    service.stop()
  })

  it.each(['', '{', 'null', '{"checkedAt":-1}', '{"checkedAt":9e15}', '{"checkedAt":"5"}'])(
    'begins as after the first start when its record is %j',
    (content) => {
      writeFileSync(recordFile, content)
      expect(openService().service.status().checkedAt).toBeUndefined()
    },
  )

  it('keeps the time of the last check over a restart', async () => {
    const first = openService()
    first.world.look = { kind: 'none' }
    first.service.start()
    await first.clock.advance(2 * MINUTE_MS)
    first.service.stop()
    const { service, clock, openUpdater } = openService()
    service.start()
    await clock.advance(23 * HOUR_MS)
    expect(openUpdater).not.toHaveBeenCalled()
    service.stop()
  })

  it.each(['off', 'unsupported'] as const)('is not made in a package where it is %s', async (mode) => {
    const { service, clock, openUpdater } = openService({ mode })
    service.start()
    await clock.advance(48 * HOUR_MS)
    await service.readFeed()
    expect(openUpdater).not.toHaveBeenCalled()
    expect(service.status()).toEqual({ state: mode, version: '1.0.0', needsPerson: false })
  })

  it('reports its failure, is repeated after four hours, and then clears the report', async () => {
    const { service, clock, world } = openService()
    world.look = { kind: 'failed', trouble: 'signature', error: 'no' }
    service.start()
    await clock.advance(2 * MINUTE_MS)
    expect(service.status()).toMatchObject({ state: 'idle', trouble: 'signature' })
    world.look = { kind: 'none' }
    await clock.advance(4 * HOUR_MS)
    expect(service.status().trouble).toBeUndefined()
    service.stop()
  })

  it('removes an update that is no longer offered', async () => {
    const { service, world } = openService()
    await service.readFeed()
    expect(service.status()).toMatchObject({ state: 'ready', offered: '1.1.0' })
    world.look = { kind: 'none' }
    await service.readFeed()
    expect(service.status().state).toBe('idle')
  })

  it('keeps an update that is ready when a later check fails', async () => {
    const { service, world } = openService()
    await service.readFeed()
    world.look = { kind: 'failed', trouble: 'unreachable', error: 'no' }
    await service.readFeed()
    expect(service.status()).toMatchObject({ state: 'ready', offered: '1.1.0', trouble: 'unreachable' })
  })
})

describe('the installation of an update', () => {
  it('waits for the button when the shop has no quiet hours', async () => {
    const { service, clock, installer } = openService()
    service.start()
    await clock.advance(23 * HOUR_MS)
    expect(service.status().state).toBe('ready')
    expect(installer.begin).not.toHaveBeenCalled()
    service.install()
    expect(installer.begin).toHaveBeenCalledWith(UPDATE)
    expect(service.status().state).toBe('installing')
    service.stop()
  })

  it('happens automatically in the quiet hours, when no order is open', async () => {
    const { service, clock, world, installer } = openService()
    world.hasQuietHours = true
    world.tickets = [OPEN_ORDER]
    service.start()
    // 23:30
    await clock.advance(11.5 * HOUR_MS)
    expect(installer.begin).not.toHaveBeenCalled()
    expect(service.status()).toMatchObject({ state: 'ready', hold: 'orders-open' })
    world.tickets = []
    await clock.advance(MINUTE_MS)
    expect(installer.begin).toHaveBeenCalledOnce()
    service.stop()
  })

  it('waits for the button in the quiet hours too, unless the owner has chosen otherwise', async () => {
    const { service, clock, world, installer } = openService()
    world.hasQuietHours = true
    world.installsUpdates = DEFAULT_SETTINGS.installsUpdates
    service.start()
    await clock.advance(23 * HOUR_MS)
    expect([service.status().state, installer.begin.mock.calls.length]).toEqual(['ready', 0])
    service.stop()
  })

  it.each<[string, Partial<ReturnType<typeof openService>['world']>, string]>([
    ['an order is open', { tickets: [OPEN_ORDER] }, 'orders-open'],
    ['a tap is not proved', { unsettledTaps: 1 }, 'taps-unsent'],
    ['the file cannot be replaced', { isWritable: false }, 'not-writable'],
  ])('by the button does nothing while %s', async (_case, change, hold) => {
    const { service, world, installer } = openService()
    await service.readFeed()
    Object.assign(world, change)
    expect(service.status().hold).toBe(hold)
    service.install()
    expect(installer.begin).not.toHaveBeenCalled()
    expect(service.status().state).toBe('ready')
  })

  it('that does not end the program within five minutes is cancelled', async () => {
    const { service, clock, installer } = openService()
    await service.readFeed()
    service.install()
    await clock.advance(5 * MINUTE_MS)
    expect(installer.cancel).toHaveBeenCalledOnce()
    expect(service.status()).toMatchObject({ state: 'ready', trouble: 'install-failed' })
  })
})

describe('an installation that fails', () => {
  /** A start that installs the update, after which the same version starts again. */
  async function fail(parts: Partial<UpdateServiceOptions> = {}) {
    const opened = openService(parts)
    await opened.service.readFeed()
    opened.service.install()
    opened.service.stop()
    return opened
  }

  it('is reported by the next start, with its version and the number of attempts', async () => {
    await fail()
    const { service } = openService()
    expect(service.status()).toMatchObject({ state: 'idle', failed: { version: '1.1.0', attempts: 1 } })
    await service.readFeed()
    expect(service.status()).toMatchObject({ state: 'ready', failed: { version: '1.1.0', attempts: 1 } })
  })

  it('is tried three times in all, by hand and automatically, over restarts; then no more, and not downloaded again', async () => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { installer } = await fail()
      expect(installer.begin).toHaveBeenCalledOnce()
    }
    const download = vi.fn(async () => ({ kind: 'downloaded' as const, update: UPDATE }))
    const { service, clock, world, installer } = openService()
    expect(service.status()).toMatchObject({ state: 'given-up', failed: { version: '1.1.0', attempts: 3 } })
    world.look = { kind: 'offered', version: '1.1.0', download }
    world.hasQuietHours = true
    service.start()
    await clock.advance(48 * HOUR_MS)
    service.install()
    expect([download.mock.calls.length, installer.begin.mock.calls.length]).toEqual([0, 0])
    expect(service.status()).toMatchObject({ state: 'given-up', failed: { version: '1.1.0', attempts: 3 } })
    service.stop()
  })

  it('is repeated automatically a day later, not at once', async () => {
    await fail()
    const { service, clock, world, installer } = openService()
    world.hasQuietHours = true
    service.start()
    await clock.advance(13 * HOUR_MS)
    expect(installer.begin).not.toHaveBeenCalled()
    await clock.advance(24 * HOUR_MS)
    expect(installer.begin).toHaveBeenCalledOnce()
    service.stop()
  })

  it.each([
    ['the new version runs', '1.1.0'],
    ['another version was installed by hand', '1.0.1'],
  ])('is forgotten when %s', async (_what, version) => {
    for (let attempt = 1; attempt <= 3; attempt += 1) await fail()
    const { service } = openService({ version })
    expect(service.status().failed).toBeUndefined()
    expect(service.status().state).toBe('idle')
  })

  it.each<[string, FeedResult, string]>([
    ['is withdrawn', { kind: 'none' }, 'idle'],
    ['is replaced by a newer one', { ...OFFERED, version: '1.2.0' } as FeedResult, 'ready'],
  ])('is forgotten when the version %s', async (_what, look, state) => {
    for (let attempt = 1; attempt <= 3; attempt += 1) await fail()
    const { service, world } = openService()
    world.look = look
    await service.readFeed()
    expect(service.status()).toMatchObject({ state })
    expect(service.status().failed).toBeUndefined()
    expect(openService().service.status().failed).toBeUndefined()
  })

  it('is not begun when it cannot be counted: it could be repeated for ever', async () => {
    rmSync(folder, { recursive: true })
    const { installer, service } = await fail()
    expect(installer.begin).not.toHaveBeenCalled()
    expect(service.status()).toMatchObject({ state: 'ready', trouble: 'install-failed' })
  })

  it('keeps the time of the last check', async () => {
    const { clock } = await fail()
    expect(openService().service.status().checkedAt).toBe(clock.now())
  })
})

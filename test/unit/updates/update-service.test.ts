import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createUpdateService,
  type DownloadedUpdate,
  type FeedResult,
  type KitchenActivity,
  type UpdateServiceParts,
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

function openService(parts: Partial<UpdateServiceParts> = {}) {
  // Noon, local time. The quiet hours begin at 23:00.
  const clock = createVirtualClock(new Date(2026, 2, 2, 12).getTime())
  const world = {
    tickets: [] as Ticket[],
    unsettledTaps: 0,
    hasQuietHours: false,
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

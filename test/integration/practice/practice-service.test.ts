import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createPracticeService, type PracticeService } from '../../../electron/practice/practice-service.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { PracticeBests, PracticeReport } from '../../../shared/contract/contract.ts'
import { FIRST_ORDER, type PracticeName, SCENARIO_MINUTES, SCENARIO_NAMES } from '../../../shared/contract/practice.ts'
import { applySettingsPatch, DEFAULT_SETTINGS, type Locale } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const LEDGER = 'what the real kitchen knows'

let profile: string
let service: PracticeService
let clock: VirtualClock
let real: Ticket[]
let reports: PracticeReport[]
let undoSeconds: number
let locale: Locale
let best: PracticeBests

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'comanda-scenario-'))
  writeFileSync(join(profile, 'ledger.db'), LEDGER)
  clock = createVirtualClock()
  real = []
  reports = []
  undoSeconds = 0
  locale = 'pt-BR'
  best = {}
  service = createPracticeService({
    folder: profile,
    settings: () =>
      applySettingsPatch(DEFAULT_SETTINGS, {
        undoSeconds,
        locale,
        autoConfirm: { enabled: true },
        station: 'Grill',
        stations: [{ name: 'Grill', keywords: ['burger'] }],
        dialect: { acknowledgment: 'ids' },
        alarm: { quietHours: { enabled: true, from: '00:00', to: '23:59' } },
      }),
    tickets: () => real,
    newClock: (aheadMs) => ({ ...createSystemClock(clock.readings(aheadMs)), setTimer: clock.setTimer }),
    now: clock.now,
    openCore: (practice, settings, own) =>
      openCore({
        ...practice,
        fetch: fetchOver(practice.fetch),
        isOnline: () => true,
        isPractice: true,
        settings: Promise.resolve(settings),
        clock: own,
        log: createMemoryLog(),
      }),
    best: {
      get: () => best,
      set: (next) => {
        best = next
      },
    },
    log: createMemoryLog(),
  })
  service.onOver((report) => reports.push(report))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await service.stop()
  rmSync(profile, { recursive: true, force: true })
})

const begin = (name: PracticeName, isConfirmed = false) => service.begin({ name, isConfirmed })
const practised = () => {
  const core = service.core()
  if (core === undefined) throw new Error('No practice runs')
  return core
}
const tickets = (): readonly Ticket[] => practised().snapshot().tickets

/** Simulates a person that uses `look` on each ticket once a second. */
async function work(ms: number, look: (one: Ticket) => void = () => undefined): Promise<void> {
  for (let spent = 0; spent < ms; spent += SECOND_MS) {
    await clock.advance(SECOND_MS)
    if (service.core() !== undefined) for (const one of tickets()) look(one)
  }
}

/** Accepts new orders at once and confirms stops at once. */
const reactAtOnce = (one: Ticket): void => {
  if (one.alarm === 'cancelled') practised().acknowledgeCancellation(one.orderId)
  else if (one.alarm === 'new') practised().act({ orderId: one.orderId, action: 'confirm' })
}

describe('a practice scenario', () => {
  it.each(SCENARIO_NAMES)('%s brings its orders, ends automatically, and leaves no files', async (name) => {
    const network = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => {
      network.mockRestore()
    })
    expect(await begin(name)).toEqual({ ok: true, value: null })
    await work(SCENARIO_MINUTES[name] * MINUTE_MS - SECOND_MS, reactAtOnce)
    expect(reports).toEqual([])
    await work(2 * SECOND_MS)
    await waitUntil(() => expect(readdirSync(profile)).toEqual(['ledger.db']))
    expect(reports).toMatchObject([{ name, ending: 'over', sheet: { cookedAfterStop: 0, advice: 'good' } }])
    const [{ sheet }] = reports as [PracticeReport]
    expect(sheet.toAccept).toBeGreaterThanOrEqual(4)
    expect(sheet.acceptedInTime).toBe(sheet.toAccept)
    const best = { grade: 'good', acceptedInTime: sheet.toAccept, toAccept: sheet.toAccept }
    expect(service.results()).toEqual({ ok: true, value: { last: reports[0], best: { [name]: best } } })
    expect(service.core()).toBeUndefined()
    expect(readFileSync(join(profile, 'ledger.db'), 'utf8')).toBe(LEDGER)
    expect(network).not.toHaveBeenCalled()
  })

  it('reports actions that were late or missing', async () => {
    await begin('cancellation')
    await work(3.5 * MINUTE_MS)
    const answer = await service.end({ ending: 'stopped' })
    expect(answer).toMatchObject({
      ok: true,
      value: { ending: 'stopped', sheet: { acceptedInTime: 0, toAccept: 2, stops: 3, advice: 'accept' } },
    })
    expect(reports).toEqual([])
  })

  it('keeps the best result of a scenario, which a real order that ends a practice does not change', async () => {
    const acceptDuring = async (ms: number, ending: 'stopped' | 'interrupted') => {
      await begin('first-shift')
      await work(ms, reactAtOnce)
      const answer = await service.end({ ending })
      if (!answer.ok || answer.value === null) throw new Error('No report')
      return answer.value
    }
    const first = await acceptDuring(20 * SECOND_MS, 'stopped')
    expect(first).toMatchObject({ sheet: { grade: 'good' } })
    expect(first.bestBefore).toBeUndefined()
    await acceptDuring(3 * MINUTE_MS, 'interrupted')
    const third = await acceptDuring(3 * MINUTE_MS, 'stopped')
    expect(third.bestBefore).toMatchObject({ grade: 'good', acceptedInTime: first.sheet.acceptedInTime })
    expect(third.sheet.acceptedInTime).toBeGreaterThan(first.sheet.acceptedInTime)
    expect(best).toEqual({
      'first-shift': { grade: 'good', acceptedInTime: third.sheet.acceptedInTime, toAccept: third.sheet.toAccept },
    })
  })

  it('counts a tap that continues a cancelled order, although the board refuses the tap', async () => {
    await begin('cancellation')
    await work(90 * SECOND_MS, reactAtOnce)
    const stopped = tickets().find(({ status }) => status === 'CANCELLED')
    if (stopped === undefined) throw new Error('No order is stopped')
    expect(practised().act({ orderId: stopped.orderId, action: 'ready-for-pickup' }).ok).toBe(false)
    expect(await service.end({ ending: 'stopped' })).toMatchObject({
      value: { sheet: { cookedAfterStop: 1, advice: 'cooked-on' } },
    })
  })

  it('has no network for ten minutes, keeps the taps, and then gets the new orders', async () => {
    await begin('outage')
    await work(100 * SECOND_MS)
    const before = tickets()
    expect(before).toHaveLength(3)
    await work(5 * MINUTE_MS)
    expect(practised().snapshot().freshness.state).toBe('stale')
    const [first] = before
    if (first === undefined) throw new Error('No order came')
    practised().act({ orderId: first.orderId, action: 'confirm' })
    await work(4 * MINUTE_MS)
    expect(tickets()).toHaveLength(3)
    // Accepting starts the preparation.
    expect(practised().snapshot().unsettledTaps).toBe(2)
    await work(2 * MINUTE_MS)
    expect(practised().snapshot().freshness.state).toBe('fresh')
    expect(practised().snapshot().unsettledTaps).toBe(0)
    expect(tickets()).toHaveLength(7)
  })

  it('keeps the times on the board when the computer’s clock is changed, and shows that the clock is wrong', async () => {
    await begin('clock-jump')
    await work(50 * SECOND_MS)
    expect(Math.abs(practised().snapshot().clock.skewMs)).toBeLessThan(30 * SECOND_MS)
    await work(30 * SECOND_MS)
    const { clock: shown } = practised().snapshot()
    expect(Math.abs(shown.platformNow - clock.now())).toBeLessThan(3 * SECOND_MS)
    expect(shown.skewMs).toBeLessThan(-46 * MINUTE_MS)
  })

  it("uses the appearance of the kitchen's settings, but no automatic acceptance, quiet hours or station", async () => {
    await begin('first-shift')
    await work(3 * SECOND_MS)
    const { isPractice, settings } = practised().snapshot()
    expect(isPractice).toBe(true)
    expect(settings).toMatchObject({
      undoSeconds: 0,
      autoConfirm: { enabled: false },
      station: '',
      stations: [],
      dialect: DEFAULT_SETTINGS.dialect,
      webhook: { enabled: false },
    })
    expect(settings.alarm.quietHours.enabled).toBe(false)
  })
})

describe('a real order', () => {
  it('prevents a practice until staff confirm that they know of the order', async () => {
    real = [ticket('1', { status: 'PREPARING' })]
    expect(await begin('first-shift')).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(service.core()).toBeUndefined()
    expect(await begin('first-shift', true)).toMatchObject({ ok: true })
  })

  it('prevents a practice while it rings, also when staff confirm', async () => {
    real = [ticket('1', { alarm: 'new' })]
    expect(await begin('first-shift', true)).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(readdirSync(profile)).toEqual(['ledger.db'])
  })
})

it('shows the order of the set-up in the language of the screen, beside real orders, without a score', async () => {
  real = [ticket('1', { alarm: 'new' })]
  locale = 'es'
  undoSeconds = 10
  expect(await begin(FIRST_ORDER)).toEqual({ ok: true, value: null })
  await work(3 * SECOND_MS)
  expect(tickets()).toMatchObject([{ displayId: 'PRUEBA', status: 'CREATED', reading: 'read' }])
  expect(tickets()[0]?.lines).toHaveLength(2)
  for (const [action, status] of [
    ['confirm', 'PREPARING'],
    ['ready-for-pickup', 'READY'],
    ['delivered', 'DELIVERED'],
  ] as const) {
    const [{ orderId }] = tickets() as [Ticket]
    expect(practised().act({ orderId, action })).toMatchObject({ ok: true })
    await work(3 * SECOND_MS)
    expect(tickets()).toMatchObject([{ status }])
  }
  await work(20 * MINUTE_MS)
  expect(service.core()).toBeDefined()
  expect(await service.end({ ending: 'stopped' })).toEqual({ ok: true, value: null })
  expect(service.results()).toEqual({ ok: true, value: { last: null, best: {} } })
  expect(readdirSync(profile)).toEqual(['ledger.db'])
})

it('reports that no practice could start, and starts at the next attempt', async () => {
  rmSync(profile, { recursive: true })
  writeFileSync(profile, 'a file in the place of the folder')
  expect(await begin(FIRST_ORDER)).toMatchObject({ ok: false, code: 'storage' })
  expect(await service.end({ ending: 'stopped' })).toEqual({ ok: true, value: null })
  rmSync(profile)
  mkdirSync(profile)
  expect(await begin(FIRST_ORDER)).toMatchObject({ ok: true })
})

it('removes the files of practices that crashed, and no other file', async () => {
  for (const name of ['practice-1', 'setup-practice-2', 'scenario-practice-3', 'logs']) mkdirSync(join(profile, name))
  await begin('first-shift')
  await service.stop()
  expect(readdirSync(profile).toSorted()).toEqual(['ledger.db', 'logs'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiagnosticsExport, type DiagnosticsOptions } from '../../../electron/diagnostics/export.ts'
import type { BoardDelta, BoardSnapshot } from '../../../shared/contract/contract.ts'
import { DEFAULT_SPOKEN } from '../../../shared/contract/platforms.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { NO_LOCK, SNAPSHOT, WEBHOOK_OFF } from '../ipc/fakes.ts'

const SECRET = 'canary-client-secret'
const HASH = 'canary-hash-0123'
const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
/** Personal data on a ticket. */
const PERSONAL = ['Canary Customer', 'canary note', 'canary dish', 'CANARY-42', 'canary-order', 'Rua do Canario 7']

const TICKET = {
  orderId: 'canary-order',
  displayId: 'CANARY-42',
  status: 'CONFIRMED',
  lane: 'preparing',
  customerName: 'Canary Customer',
  note: 'canary note',
  address: 'Rua do Canario 7',
  lines: [{ lineId: '0', name: 'canary dish' }],
} as unknown as Ticket

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-diagnostics-'))
  mkdirSync(join(folder, 'logs'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Reported = ReturnType<DiagnosticsOptions['connections']>[number]

function reported({
  secret = SECRET,
  tickets = [],
  freshness = SNAPSHOT.freshness,
  ...rest
}: {
  readonly secret?: string
  readonly tickets?: readonly Ticket[] | undefined
  readonly freshness?: BoardSnapshot['freshness']
} & Partial<Reported> = {}): Reported {
  const about = () => ({ ...SNAPSHOT, freshness, notice: undefined })
  return {
    slot: 1,
    folder,
    spoken: () => DEFAULT_SPOKEN,
    core: { about, tickets: () => tickets },
    credentials: async () =>
      ok({ apiUrl: `https://x.example/${HASH}/od/v2`, clientId: 'client-0001', clientSecret: secret, scope: 's' }),
    ...rest,
  }
}

function exporting(overrides: Partial<DiagnosticsOptions> = {}, board: Partial<BoardSnapshot> = {}) {
  const saved: { name: string; text: string }[] = []
  const log = createMemoryLog()
  let notify: (delta: BoardDelta) => void = () => undefined
  const core = {
    snapshot: () => ({ ...SNAPSHOT, ...board }),
    onDelta: (listener: (delta: BoardDelta) => void) => {
      notify = listener
      return () => undefined
    },
    lock: { status: () => NO_LOCK },
  } as unknown as DiagnosticsOptions['core']
  const own = reported({ tickets: board.tickets })
  const run = createDiagnosticsExport({
    profile: folder,
    core,
    connections: () => [own],
    webhookStatus: () => WEBHOOK_OFF,
    clock: { platform: () => AT, monotonic: () => 0 },
    log,
    version: '1.2.3',
    rendering: 'software',
    save: async (name, text) => {
      saved.push({ name, text })
      return true
    },
    ...overrides,
  })
  const report = async () => {
    expect(await run()).toEqual(ok({ isSaved: true }))
    const [{ text } = { text: '' }] = saved.slice(-1)
    return { text, json: JSON.parse(text) }
  }
  return { run, report, saved, log, notify: (delta: BoardDelta) => notify(delta) }
}

const logFile = (name: string, ...lines: readonly string[]): void =>
  writeFileSync(join(folder, 'logs', name), lines.map((line) => `${line}\n`).join(''))

describe('a report for support', () => {
  it('shows the state of the program', async () => {
    writeFileSync(join(folder, 'ledger.db'), 'x'.repeat(4_096))
    writeFileSync(join(folder, 'holiday.jpg'), 'x')
    logFile('comanda-2026-01-01.log', '{"event":"first"}', 'half a li')
    logFile('comanda-2026-01-01.2.log', '{"event":"third"}')
    logFile('comanda-2026-01-01.1.log', '{"event":"second"}')
    logFile('other.log', '{"event":"of another program"}')
    const its = exporting({}, { tickets: [TICKET, { ...TICKET, status: 'Canary Customer' }], unsettledTaps: 3 })
    its.notify({ version: 2, changed: [], removed: [], freshness: { state: 'stale', trouble: 'network' } })
    its.notify({ version: 3, changed: [], removed: [], unsettledTaps: 1 })
    const { json } = await its.report()
    expect(json).toMatchObject({
      at: '2026-01-02T03:04:05.000Z',
      program: { version: '1.2.3', rendering: 'software', node: process.versions.node, platform: process.platform },
      settings: {
        locale: 'pt-BR',
        pollIntervalSeconds: 30,
        dialect: { money: 'decimal' },
        webhook: { bind: 'loopback' },
      },
      pin: 'none',
      board: { tickets: 2, byLane: { preparing: 2 }, byStatus: { CONFIRMED: 1, other: 1 }, unsettledTaps: 3 },
      webhook: { state: 'off', accepted: 0 },
      connections: [
        {
          slot: 1,
          dialect: 'open-delivery-2',
          tickets: 2,
          storage: { files: [{ name: 'ledger.db', bytes: 4_096 }], freeBytes: expect.any(Number) },
        },
      ],
      log: [{ event: 'first' }, { event: 'second' }, { event: 'third' }],
    })
    expect(json.freshness.history.map(({ state }: { state: string }) => state)).toEqual(['fresh', 'stale'])
    expect(its.saved[0]?.name).toBe('comanda-2026-01-02.json')
  })

  it('contains no personal data', async () => {
    const settings = {
      ...DEFAULT_SETTINGS,
      station: 'canary note',
      words: ['canary dish'],
      more: { text: 'canary note' },
    }
    const { text } = await exporting({}, { tickets: [TICKET], settings }).report()
    for (const canary of PERSONAL) expect(text).not.toContain(canary)
  })

  it('contains no secret even when the log has one, and reports this in the log', async () => {
    logFile('comanda-2026-01-01.log', JSON.stringify({ event: 'leak', code: SECRET, place: `/${HASH}/od/v2` }))
    const its = exporting()
    const { text } = await its.report()
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(HASH)
    expect(text).toContain('"event": "leak"')
    expect(its.log.lines.map(({ event }) => event)).toContain('secret-in-diagnostics')
  })

  it('is also written without logs, without a folder and without a keychain', async () => {
    const lost = reported({ folder: '/nonexistent', credentials: async () => fail('keychain-locked', 'locked') })
    const { json } = await exporting({ profile: '/nonexistent', connections: () => [lost] }).report()
    expect(json).toMatchObject({ log: [], connections: [{ storage: { files: [] } }] })
  })

  it('shows each connection by its slot and its own facts, and no secret of any', async () => {
    const further = join(folder, 'connections', '2')
    mkdirSync(further, { recursive: true })
    writeFileSync(join(further, 'ledger.db'), 'x'.repeat(512))
    const secret = 'canary-of-the-second'
    logFile('comanda-2026-01-01.log', JSON.stringify({ event: 'leak', code: SECRET, name: secret, slot: 2 }))
    let trouble: Freshness['trouble']
    const first = reported({ tickets: [TICKET] })
    const second: Reported = {
      ...reported({ secret, folder: further, slot: 2 }),
      spoken: () => ({ dialect: 'open-delivery-1', profile: 'keeta' }),
      core: {
        about: () => ({
          ...SNAPSHOT,
          unsettledTaps: 2,
          notice: 'storage-lost',
          freshness: { state: 'stale', trouble },
        }),
        tickets: () => [],
      },
    }
    const counts = { urls: [], accepted: 0, refused: 0 }
    const webhook = {
      ...WEBHOOK_OFF,
      connections: [
        { ...counts, name: 'Casa' },
        { ...counts, name: 'Rua', refused: 4 },
      ],
    }
    const its = exporting({ connections: () => [first, second], webhookStatus: () => webhook })
    trouble = 'network'
    its.notify({ version: 2, changed: [], removed: [], freshness: { state: 'stale', trouble } })
    const { text, json } = await its.report()
    expect(json.connections).toMatchObject([
      { slot: 1, dialect: 'open-delivery-2', tickets: 1, webhook: { refused: 0 } },
      {
        slot: 2,
        dialect: 'open-delivery-1',
        profile: 'keeta',
        notice: 'storage-lost',
        unsettledTaps: 2,
        tickets: 0,
        settings: { pollIntervalSeconds: 30 },
        freshness: { now: { state: 'stale', trouble }, history: [{ state: 'stale' }, { state: 'stale', trouble }] },
        webhook: { refused: 4 },
        storage: { files: [{ name: 'ledger.db', bytes: 512 }] },
      },
    ])
    for (const canary of [SECRET, secret, HASH, 'Rua', ...PERSONAL]) expect(text).not.toContain(canary)
  })
})

describe('saving', () => {
  it('reports to the page whether it succeeded, and a failure as a value', async () => {
    expect(await exporting({ save: async () => false }).run()).toEqual(ok({ isSaved: false }))
    const full = Object.assign(new Error('/home/ana/x: ENOSPC'), { code: 'ENOSPC' })
    const answer = await exporting({ save: () => Promise.reject(full) }).run()
    expect(answer).toMatchObject({ ok: false, code: 'storage' })
    expect(JSON.stringify(answer)).not.toContain('ana')
  })
})

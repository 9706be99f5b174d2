import { describe, expect, it, vi } from 'vitest'
import { LINK_PROTOCOL, NotPairedError } from '../../../electron/screens/link/link-messages.ts'
import { createScreenConnection } from '../../../electron/screens/link/screen-connection.ts'
import { createScreenCore } from '../../../electron/screens/link/screen-core.ts'
import { createUnseenAlarm } from '../../../electron/screens/link/unseen-alarm.ts'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createScreenLine, type ScreenLine } from '../../fixtures/screen-line.ts'
import { createVirtualClock, settled, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { SNAPSHOT } from '../ipc/fakes.ts'

const SECOND = 1_000
const HELLO = { kind: 'hello', protocol: LINK_PROTOCOL, version: '1.0.0' }
const kinds = (line: ScreenLine) => line.sent.map(({ kind }) => kind)

function openConnection(clock: VirtualClock = createVirtualClock(), snapshot: Partial<BoardSnapshot> = {}) {
  const line = createScreenLine()
  const receiveTap = vi.fn(() => ok({ tapId: 't1' }))
  const answer = vi.fn(async () => ok(null))
  const connection = createScreenConnection({
    channel: line.channel,
    device: { id: 'd1', name: 'Passe' },
    programVersion: '1.0.0',
    clock,
    log: createMemoryLog(),
    snapshot: () => ({ ...SNAPSHOT, ...snapshot }),
    boardVersion: () => 1,
    receiveTap,
    answer,
    receiveMark: answer,
    onUse: () => undefined,
    assignment: () => undefined,
    onOpen: () => undefined,
    onClosed: () => undefined,
  })
  const change = (version: number, text = 'x'): void =>
    connection.sendDelta({ version, changed: [], removed: [] }, JSON.stringify({ kind: 'delta', version, text }))
  return { line, clock, receiveTap, answer, change }
}

describe("the main computer's end of a screen's connection", () => {
  it.each([
    ['that was paired before copies of the ledger were removed', 5],
    ['of an older program', LINK_PROTOCOL - 1],
    ['of a newer program', LINK_PROTOCOL + 1],
  ])("refuses a screen %s: it sends the main computer's protocol version and disconnects", (_, protocol) => {
    const { line } = openConnection()
    line.receive({ ...HELLO, protocol })
    expect(line.sent).toEqual([{ kind: 'hello', protocol: LINK_PROTOCOL, version: '1.0.0' }])
    expect(line.closedBy()).toBe('another protocol version')
  })

  it('sends nothing more to a screen that does not read, and the whole board when the screen reads again', () => {
    const { line, change } = openConnection()
    line.receive(HELLO)
    for (let version = 2; version < 200; version += 1) change(version, 'x'.repeat(10_000))
    const bytes = JSON.stringify(line.sent).length
    expect(bytes).toBeLessThan(600_000)
    line.receive({ kind: 'at', version: 1 })
    expect(kinds(line).filter((kind) => kind === 'snapshot')).toHaveLength(1)
    line.receive({ kind: 'at', version: 100 })
    expect(kinds(line).filter((kind) => kind === 'snapshot')).toHaveLength(2)
    change(201)
    expect(kinds(line).at(-1)).toBe('delta')
  })

  it('sends no verdict before the board that shows its effect, and answers the repeated tap', () => {
    const { line, receiveTap, change } = openConnection()
    line.receive(HELLO)
    for (let version = 2; version < 200; version += 1) change(version, 'x'.repeat(10_000))
    const tap = { kind: 'tap', id: 't1', ageMs: 0, args: { orderId: 'o1', action: 'confirm' } }
    line.receive(tap)
    expect(receiveTap).toHaveBeenCalledOnce()
    expect(kinds(line)).not.toContain('verdict')
    line.receive({ kind: 'at', version: 200 })
    line.receive(tap)
    expect(kinds(line).slice(-2)).toEqual(['snapshot', 'verdict'])
  })

  it('disconnects a screen that sends no hello message, or sends nothing for 15 seconds', async () => {
    const withoutHello = openConnection()
    await withoutHello.clock.advance(6 * SECOND)
    expect(withoutHello.line.closedBy()).toBe('no message in time')
    const withoutMessages = openConnection()
    withoutMessages.line.receive(HELLO)
    await withoutMessages.clock.advance(14 * SECOND)
    withoutMessages.line.receive({ kind: 'ping', id: 1 })
    await withoutMessages.clock.advance(14 * SECOND)
    expect(withoutMessages.line.closedBy()).toBeUndefined()
    await withoutMessages.clock.advance(2 * SECOND)
    expect(withoutMessages.line.closedBy()).toBe('no message in time')
  })

  it.each([
    ['text that is not JSON', '{'],
    ['JSON that is not a message', '{"kind":"give"}'],
    [
      'a call that only the main computer may make',
      '{"kind":"call","id":1,"call":"settings:change","args":{"locale":"en"}}',
    ],
    ['a tap without an age', '{"kind":"tap","id":"a","args":{"orderId":"o","action":"confirm"}}'],
    ['a second hello message', JSON.stringify(HELLO)],
    ['a message that is longer than the limit', JSON.stringify({ kind: 'ping', id: 1, fill: 'x'.repeat(1_100_000) })],
  ])('%s ends the connection and has no effect', (_, text) => {
    const { line, receiveTap, answer } = openConnection()
    line.receive(HELLO)
    line.receiveText(text)
    expect(line.closedBy()).toBeDefined()
    expect([receiveTap.mock.calls, answer.mock.calls]).toEqual([[], []])
  })
})

function openScreen(connects: () => Promise<ScreenLine>) {
  const clock = createVirtualClock()
  const main = createScreenCore({
    connect: async () => (await connects()).channel,
    store: undefined,
    boardStore: undefined,
    clock,
    random: () => 0.5,
    newId: () => 'own',
    programVersion: '1.0.0',
    log: createMemoryLog(),
  })
  main.start()
  return { clock, main, freshness: () => main.snapshot().freshness }
}

describe("the screen's end of the connection", () => {
  it('requests the whole board after a gap, once, and continues with it', async () => {
    const line = createScreenLine()
    const { main } = openScreen(async () => line)
    await settled()
    line.receive(HELLO)
    line.receive({ kind: 'snapshot', snapshot: { ...SNAPSHOT, version: 5 } })
    line.receive({ kind: 'delta', delta: { version: 7, changed: [], removed: [], unsettledTaps: 3 } })
    line.receive({ kind: 'delta', delta: { version: 8, changed: [], removed: [] } })
    expect(kinds(line).filter((kind) => kind === 'snapshot')).toHaveLength(1)
    expect(main.snapshot().unsettledTaps).toBe(0)
    line.receive({ kind: 'snapshot', snapshot: { ...SNAPSHOT, version: 9, unsettledTaps: 4 } })
    line.receive({ kind: 'delta', delta: { version: 10, changed: [], removed: [], unsettledTaps: 5 } })
    expect(main.snapshot().unsettledTaps).toBe(5)
    expect(line.sent.filter(({ kind }) => kind === 'at').at(-1)).toEqual({ kind: 'at', version: 10 })
  })

  it.each([
    ['older', 0, 'station-older'],
    ['one that keeps sealed copies on its screens', 5, 'station-older'],
    ['newer', LINK_PROTOCOL + 1, 'screen-older'],
  ])('names the side to update when the main computer is %s', async (_, protocol, trouble) => {
    const line = createScreenLine()
    const { freshness } = openScreen(async () => line)
    await settled()
    line.receive({ ...HELLO, protocol })
    expect(freshness()).toMatchObject({ state: 'stale', trouble })
  })

  it('reports that the main computer refuses the screen as not paired', async () => {
    const { freshness } = openScreen(async () => {
      throw new NotPairedError('refused')
    })
    await settled()
    expect(freshness()).toMatchObject({ state: 'stale', trouble: 'not-paired' })
  })

  it('closes a connection that refuses a message, and the waiting call returns a failure', async () => {
    const line = createScreenLine()
    const { main, freshness } = openScreen(async () => line)
    await settled()
    line.receive(HELLO)
    line.receive({ kind: 'snapshot', snapshot: SNAPSHOT })
    line.channel.send = () => {
      throw new Error('EPIPE')
    }
    expect(await main.undo('t1')).toMatchObject({ ok: false, code: 'station-away' })
    expect(line.closedBy()).toBe('EPIPE')
    expect(freshness().trouble).toBe('station-away')
  })

  it('refuses a tap that cannot be stored, and shows it nowhere', async () => {
    const line = createScreenLine()
    const { main } = openScreen(async () => line)
    await settled()
    const ticket = {
      orderId: 'o1',
      displayId: '1',
      status: 'CREATED',
      lane: 'new',
      reading: 'read',
      orderType: 'DELIVERY',
      createdAt: 1,
      awaitsPreparationRequest: false,
      lines: [],
      notes: [],
      actions: ['confirm'],
    }
    line.receive(HELLO)
    line.receive({ kind: 'snapshot', snapshot: { ...SNAPSHOT, version: 5, tickets: [ticket] } })
    expect(main.act({ orderId: 'o1', action: 'confirm' })).toMatchObject({ ok: false, code: 'storage' })
    expect(main.snapshot().tickets[0]?.tap).toBeUndefined()
    // The tap is not shown either when the ticket is drawn again.
    line.receive({ kind: 'delta', delta: { version: 6, changed: [{ ...ticket, displayId: '2' }], removed: [] } })
    expect(main.snapshot().tickets[0]?.displayId).toBe('2')
    expect(main.snapshot().tickets[0]?.tap).toBeUndefined()
    expect(kinds(line)).not.toContain('tap')
  })
})

it('a screen beeps for orders that no window has painted, and shows one notification for each', async () => {
  const clock = createVirtualClock()
  const done: string[] = []
  let unseen = [{ orderId: 'o1', displayId: '4801', unseen: true }]
  const ring = createUnseenAlarm({
    tickets: () => unseen,
    settings: () => ({ ...DEFAULT_SETTINGS, rings: false }),
    clock,
    attention: { beep: () => done.push('beep'), notify: ({ body }) => done.push(body.slice(0, 4)) },
  })
  ring.check()
  ring.check()
  expect(done).toEqual(['4801', 'beep'])
  await clock.advance(DEFAULT_SETTINGS.alarm.intervalSeconds * 1_000)
  ring.check()
  expect(done).toEqual(['4801', 'beep', 'beep'])
  unseen = []
  await clock.advance(60_000)
  ring.check()
  expect(done).toHaveLength(3)
})

it('a screen does not beep in its quiet hours, and beeps after them', () => {
  const clock = createVirtualClock()
  const done: string[] = []
  const allDay = { enabled: true, from: '00:00', to: '23:59' }
  let quietHours = allDay
  const ring = createUnseenAlarm({
    tickets: () => [{ orderId: 'o1', displayId: '4801', unseen: true }],
    settings: () => ({ ...DEFAULT_SETTINGS, alarm: { ...DEFAULT_SETTINGS.alarm, quietHours } }),
    clock,
    attention: { beep: () => done.push('beep'), notify: () => done.push('notify') },
  })
  ring.check()
  expect(done).toEqual([])
  quietHours = { ...allDay, enabled: false }
  ring.check()
  expect(done).toEqual(['notify', 'beep'])
})

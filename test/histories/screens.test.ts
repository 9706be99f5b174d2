import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { QueuedAction } from '../../shared/lifecycle.ts'
import { type KitchenScreen, type ScreenedKitchen, startScreenedKitchen } from '../fixtures/screened-kitchen.ts'
import { type ScreenHappening, type ScreenHistory, screenHistory } from './screen-history.ts'

const HISTORIES = Number(process.env.COMANDA_SCREEN_HISTORIES ?? 150)
const SEED = Number(process.env.COMANDA_SEED ?? Date.now() % 2_147_483_647)
/** Generous: the run is bounded by its number of histories. */
const TIME_LIMIT_MS = 60 * 60_000
const SECOND = 1_000
/** The longest pause between two attempts to connect, and a poll, a read and a repetition of each. */
const QUIET_MS = 180 * SECOND

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

type Tapped = {
  readonly tapId: string
  readonly orderId: string
  readonly action: QueuedAction
  readonly screen: KitchenScreen
}
/** What was promised to a person: a tap that was taken and not taken back, by its id. */
type Promised = Map<string, Tapped>

function tap(screen: KitchenScreen, orderId: string, choice: number, promised: Promised): void {
  const actions = screen.ticket(orderId)?.actions.filter((action) => action !== 'validateCode') ?? []
  const action = at(actions, choice)
  if (action === undefined || action === 'requestCancellation') return
  const taken = screen.tap(orderId, action)
  if (taken.ok) promised.set(taken.value.tapId, { tapId: taken.value.tapId, orderId, action, screen })
}

async function happen(
  one: ScreenHappening,
  world: ScreenedKitchen,
  screens: readonly KitchenScreen[],
  orders: string[],
  promised: Promised,
): Promise<void> {
  const { kitchen, wire } = world
  const orderId = 'order' in one ? at(orders, one.order) : undefined
  const screen = 'screen' in one ? at(screens, one.screen) : undefined
  switch (one.kind) {
    case 'order':
      orders.push(
        kitchen.platform.place({ orderType: one.isTakeout ? 'TAKEOUT' : 'DELIVERY', orderTiming: 'INSTANT' }).id,
      )
      return
    case 'tap':
      if (orderId && screen) tap(screen, orderId, one.choice, promised)
      return
    case 'tap-on-all':
      if (orderId) for (const each of screens) tap(each, orderId, 0, promised)
      return
    case 'undo': {
      const tapId = orderId && screen?.ticket(orderId)?.tap?.tapId
      if (!tapId || !screen) return
      // The answer may come with a later happening, or with the end of the line.
      void screen
        .station()
        .undo(tapId)
        .then((undone) => undone.ok && promised.delete(tapId))
      return
    }
    case 'strike': {
      const lineId = orderId && screen?.ticket(orderId)?.lines[0]?.lineId
      if (orderId && lineId) screen?.station().mark('order:strike-line', { orderId, lineId, struck: one.struck })
      return
    }
    case 'platform-cancels':
      if (orderId) kitchen.platform.cancel(orderId, 'CUSTOMER', 'Desistiu')
      return
    case 'platform-moves':
      if (orderId && kitchen.ticket(orderId)?.status === 'CREATED') kitchen.platform.model.move(orderId, 'confirm')
      return
    case 'cut':
      wire.cut(screen?.name)
      return
    case 'line':
      wire.down(one.isDown)
      if (one.isDown) wire.cut()
      return
    case 'swallow':
      wire.swallow(one.isOn ? screen?.name : undefined)
      return
    case 'delay':
      wire.takes(() => one.ms)
      return
    case 'cut-at': {
      let isArmed = true
      wire.onArrival((text) => {
        const isHit = isArmed && text.startsWith(`{"kind":"${one.message}"`)
        if (isHit) isArmed = false
        return isHit
      })
      return
    }
    case 'screen-ends':
      screen?.restart()
      return
    case 'station-ends':
      await world.restartStation()
      return
    case 'time':
      await kitchen.advance(one.ms)
  }
}

type Row = { tap_id: string; order_id: string; action: string; state: string }
const tapRows = ({ kitchen }: ScreenedKitchen): readonly Row[] =>
  kitchen.databases.ledgerDb.prepare<[], Row>('SELECT tap_id, order_id, action, state FROM taps').all()

/** What holds at every moment. */
function checkNow(
  world: ScreenedKitchen,
  screens: readonly KitchenScreen[],
  promised: Promised,
  isDown: boolean,
): void {
  for (const screen of isDown ? screens : []) {
    expect(screen.station().snapshot().freshness.state, `${screen.name} without its station`).not.toBe('fresh')
  }
  const rows = tapRows(world)
  for (const { tapId, orderId, action, screen } of promised.values()) {
    const ticket = screen.ticket(orderId)
    const isOffered = ticket?.actions.includes(action) && ticket.tap?.truth !== 'conflict'
    const mayBeOffered = rows.some((row) => row.order_id === orderId && row.state === 'undone')
    if (!mayBeOffered) expect(isOffered, `${screen.name} offers ${action} again after ${tapId}`).not.toBe(true)
  }
}

const byId = <T extends { readonly orderId: string }>(tickets: readonly T[]) =>
  tickets.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))

function checkQuiet(world: ScreenedKitchen, screens: readonly KitchenScreen[], promised: Promised): void {
  const { kitchen } = world
  const { ledger } = kitchen.platform
  expect(ledger.violations()).toEqual([])
  const rows = tapRows(world)
  const open = rows.filter(({ state }) => !['confirmed', 'conflict', 'undone'].includes(state))
  expect(open, 'every tap has its end').toEqual([])
  for (const { order_id: orderId, action } of rows) {
    expect(ledger.appliedFor(orderId, action as QueuedAction).length, `${action} of ${orderId}`).toBeLessThanOrEqual(1)
  }
  for (const { tapId, orderId, action } of promised.values()) {
    const own = rows.find((row) => row.tap_id === tapId)
    // It may have joined the same step of another screen, which was then taken back there, for both.
    const same = rows.some((row) => row.order_id === orderId && row.action === action)
    expect(own !== undefined || same, `tap ${tapId} (${action}) is in the ledger`).toBe(true)
  }
  const board = kitchen.station().snapshot()
  for (const screen of screens) {
    const shown = screen.station().snapshot()
    expect(byId(shown.tickets), `${screen.name} shows the station's board`).toEqual(byId(board.tickets))
    expect(shown.unsettledTaps).toBe(board.unsettledTaps)
    expect(shown.freshness.state).toBe('fresh')
  }
}

async function live(history: ScreenHistory): Promise<void> {
  const world = await startScreenedKitchen({
    seed: history.seed,
    settings: { undoSeconds: history.undoSeconds, confirmStartsPreparation: history.startsToo },
  })
  try {
    const screens = ['Passe', 'Balcão', 'Grelha', 'Bar'].slice(0, history.screens).map(world.screen)
    const orders: string[] = []
    const promised = new Map() as Promised
    await world.kitchen.advance(2 * SECOND)
    let isDown = false
    for (const one of history.happenings) {
      await happen(one, world, screens, orders, promised)
      if (one.kind === 'line') isDown = one.isDown
      checkNow(world, screens, promised, isDown)
    }
    world.wire.onArrival(() => false)
    world.wire.swallow(undefined)
    world.wire.takes(() => 1)
    world.wire.down(false)
    await world.kitchen.advance(QUIET_MS)
    checkQuiet(world, screens, promised)
  } finally {
    await world.end()
  }
}

it(`${HISTORIES} generated histories of a station and its screens: no tap is lost, none counts twice`, {
  timeout: TIME_LIMIT_MS,
}, async () => {
  console.log(`seed ${SEED} (again: COMANDA_SEED=${SEED})`)
  await fc.assert(fc.asyncProperty(screenHistory, live), { numRuns: HISTORIES, seed: SEED, endOnFailure: false })
})

import { isDeepStrictEqual } from 'node:util'
import { isCodeCheck, type QueuedAction } from '../../shared/order/lifecycle.ts'
import type { Action } from '../fixtures/platform/requests.ts'
import type { ScreenWire } from '../fixtures/screen-wire.ts'
import { type KitchenScreen, type ScreenedKitchen, startScreenedKitchen } from '../fixtures/screened-kitchen.ts'
import type { ScreenHistory, ScreenHistoryEvent } from './screen-history.ts'

const SECOND_MS = 1_000
/** Time for a message and its answer on a connection without a fault. */
const SHORT_MS = 50
/** Longer than the longest pause between two attempts to connect, a poll, a read and a repetition of each. */
const QUIET_MS = 180 * SECOND_MS

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

type Tapped = {
  readonly tapId: string
  readonly orderId: string
  readonly action: QueuedAction
  readonly screen: KitchenScreen
}
/** The taps that the screens have reported as stored, by id. */
type StoredTaps = {
  /** Stored taps that were not undone. */
  readonly taps: Map<string, Tapped>
  /** Taps that the screen has reported as undone. */
  readonly undone: Set<string>
}

/** Taps an offered action. Returns the id of the stored tap. */
function tap(screen: KitchenScreen, orderId: string, choice: number, storedTaps: StoredTaps): string | undefined {
  const actions = screen.ticket(orderId)?.actions.filter((action) => !isCodeCheck(action)) ?? []
  const action = at(actions, choice)
  if (action === undefined || action === 'requestCancellation') return undefined
  const taken = screen.tap(orderId, action)
  if (!taken.ok) return undefined
  const { tapId } = taken.value
  storedTaps.taps.set(tapId, { tapId, orderId, action, screen })
  return tapId
}

function undo(screen: KitchenScreen, tapId: string, storedTaps: StoredTaps): void {
  // The answer may arrive during a later event, or with the end of the connection.
  void screen
    .core()
    .undo(tapId)
    .then(({ ok }) => {
      if (!ok) return
      storedTaps.taps.delete(tapId)
      storedTaps.undone.add(tapId)
    })
}

/** Cuts the connection when the next message of this kind arrives. */
function cutAt(wire: ScreenWire, message: string): void {
  let isArmed = true
  wire.onArrival((text) => {
    const isHit = isArmed && text.startsWith(`{"kind":"${message}"`)
    if (isHit) isArmed = false
    return isHit
  })
}

async function applyEvent(
  one: ScreenHistoryEvent,
  world: ScreenedKitchen,
  screens: readonly KitchenScreen[],
  orders: string[],
  storedTaps: StoredTaps,
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
      if (orderId && screen) tap(screen, orderId, one.choice, storedTaps)
      return
    case 'tap-on-all':
      if (orderId) for (const each of screens) tap(each, orderId, 0, storedTaps)
      return
    case 'undo': {
      const tapId = orderId && screen?.ticket(orderId)?.tap?.tapId
      if (tapId && screen) undo(screen, tapId, storedTaps)
      return
    }
    case 'strike': {
      const lineId = orderId && screen?.ticket(orderId)?.lines[0]?.lineId
      if (orderId && lineId) screen?.core().mark('order:strike-line', { orderId, lineId, struck: one.struck })
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
      wire.dropMessages(one.isOn ? screen?.name : undefined)
      return
    case 'delay':
      wire.setDelay(() => one.ms)
      return
    case 'cut-at':
      cutAt(wire, one.message)
      return
    case 'tap-cut-short': {
      if (!orderId || !screen) return
      cutAt(wire, one.message)
      const tapId = tap(screen, orderId, one.choice, storedTaps)
      await kitchen.advance(SHORT_MS)
      wire.down(true)
      wire.cut()
      wire.onArrival(() => false)
      if (one.ends) screen.restart()
      if (one.undoes && tapId !== undefined) undo(screen, tapId, storedTaps)
      return
    }
    case 'lapse':
      wire.dropMessages(screen?.name)
      orders.push(kitchen.platform.place({ orderTiming: 'INSTANT' }).id)
      await kitchen.advance(one.ms)
      wire.dropMessages(undefined)
      return
    case 'screen-ends':
      screen?.restart()
      return
    case 'core-ends':
      await world.restartCore()
      return
    case 'time':
      await kitchen.advance(one.ms)
  }
}

type Row = { tap_id: string; order_id: string; action: string; args: string; state: string }
const tapRows = ({ kitchen }: ScreenedKitchen): readonly Row[] =>
  kitchen.databases.ledgerDb.prepare<[], Row>('SELECT tap_id, order_id, action, args, state FROM taps').all()

/** The invariants that must hold at every moment. */
function violatedNow(
  world: ScreenedKitchen,
  screens: readonly KitchenScreen[],
  storedTaps: StoredTaps,
  isDown: boolean,
): readonly string[] {
  const violations: string[] = []
  for (const { name, core } of isDown ? screens : []) {
    if (core().snapshot().freshness.state === 'fresh') violations.push(`S1: ${name} is fresh without its main computer`)
  }
  const rows = tapRows(world)
  for (const { tapId, orderId, action, screen } of storedTaps.taps.values()) {
    const ticket = screen.ticket(orderId)
    const isOffered = ticket?.actions.includes(action) && ticket.tap?.truth !== 'conflict'
    const mayBeOffered = rows.some((row) => row.order_id === orderId && row.state === 'undone')
    if (isOffered && !mayBeOffered) violations.push(`S2: ${screen.name} offers ${action} again after ${tapId}`)
  }
  return violations
}

/** A tap of this screen that is not the second half of a touch. */
const isSingleTouchOf = (screen: string, { args }: Row): boolean => {
  const { by, follows } = JSON.parse(args) as { by?: string; follows?: string }
  return by === screen && follows === undefined
}
const ENDS = ['confirmed', 'conflict', 'undone']
/** The value after JSON serialization, which drops properties without a value. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const byId = <T extends { readonly orderId: string }>(tickets: readonly T[]) =>
  tickets.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))

/** The invariants that must hold when the connection works and nothing has happened for some minutes. */
function violatedAtRest(
  world: ScreenedKitchen,
  screens: readonly KitchenScreen[],
  storedTaps: StoredTaps,
): readonly string[] {
  const { requestLog } = world.kitchen.platform
  const violations = requestLog
    .violations()
    .map((one) => `S6: the platform recorded a violation: ${JSON.stringify(one)}`)
  const rows = tapRows(world)
  for (const { tap_id: tapId, order_id: orderId, action, state } of rows) {
    if (!ENDS.includes(state)) violations.push(`S4: tap ${tapId} has no end: ${state}`)
    const times = requestLog.appliedFor(orderId, action as Action).length
    if (times > 1) violations.push(`S5: ${action} of ${orderId} had its effect ${times} times`)
  }
  for (const { tapId, orderId, action, screen } of storedTaps.taps.values()) {
    const own = rows.some((row) => row.tap_id === tapId)
    // The tap may have joined the same step of another tap, which was then undone for both.
    const same = rows.some(
      (row) => row.order_id === orderId && row.action === action && !isSingleTouchOf(screen.name, row),
    )
    if (!own && !same) violations.push(`S3: tap ${tapId} (${action}) is not in the main computer's ledger`)
  }
  for (const { tap_id: tapId, state } of rows) {
    if (storedTaps.undone.has(tapId) && state !== 'undone')
      violations.push(`S7: tap ${tapId} was reported as undone and is ${state}`)
  }
  const board = world.kitchen.core().snapshot()
  for (const { name, core } of screens) {
    const shown = core().snapshot()
    if (!isDeepStrictEqual(asSent(byId(shown.tickets)), asSent(byId(board.tickets)))) {
      violations.push(`S6: ${name} does not show the main computer's board`)
    }
    if (shown.unsettledTaps !== board.unsettledTaps) violations.push(`S6: ${name} counts other open taps`)
    if (shown.freshness.state !== 'fresh') violations.push(`S6: ${name} is ${shown.freshness.state}`)
  }
  return violations
}

/**
 * Runs one history of a main computer and its screens, then ends all faults and waits until all is at rest. Returns the
 * violations in words. S1: a screen without its main computer is never fresh. S2: a step that was tapped on a screen is
 * not offered there again. S3: a tap that was stored on a screen is in the main computer's ledger. S4: every tap ends.
 * S5: a step has its effect once. S6: at rest every screen shows the main computer's board. S7: a tap that was undone
 * is never sent.
 */
export async function runScreenHistory(history: ScreenHistory): Promise<readonly string[]> {
  const world = await startScreenedKitchen({
    seed: history.seed,
    settings: { undoSeconds: history.undoSeconds, confirmStartsPreparation: history.startsToo },
  })
  try {
    const screens = ['Passe', 'Balcão', 'Grelha', 'Bar'].slice(0, history.screens).map(world.screen)
    const orders: string[] = []
    const storedTaps: StoredTaps = { taps: new Map(), undone: new Set() }
    await world.kitchen.advance(2 * SECOND_MS)
    let isDown = false
    for (const one of history.happenings) {
      await applyEvent(one, world, screens, orders, storedTaps)
      if (one.kind === 'line') isDown = one.isDown
      if (one.kind === 'tap-cut-short' && orders.length > 0) isDown = true
      const violations = violatedNow(world, screens, storedTaps, isDown)
      if (violations.length > 0) return violations
    }
    world.wire.onArrival(() => false)
    world.wire.dropMessages(undefined)
    world.wire.setDelay(() => 1)
    world.wire.down(false)
    await world.kitchen.advance(QUIET_MS)
    return violatedAtRest(world, screens, storedTaps)
  } finally {
    await world.end()
  }
}

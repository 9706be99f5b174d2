import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { openCore } from '../../electron/composition/open-core.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import type { Station } from '../../electron/station/station-port.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { assertNever, ok } from '../../shared/result.ts'
import type { StationAction, StationReport, StationStart } from './station-messages.ts'

/** The station in a separate process that can be killed, made of the same parts as the app's main process. */

const STDOUT = 1
const STDERR = 2

/** Every tenth choice is the last offered action, which is the request to cancel. */
const CANCELLATIONS_ONE_IN = 10

const at = (): number => performance.timeOrigin + performance.now()

const report = (message: StationReport): void => {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
}

const logAt = (level: string) => (event: string, fields?: object) => {
  writeSync(STDERR, `${level} ${event} ${JSON.stringify(fields ?? {})}\n`)
}

/** Taps a random action. Returns the tap's id, which is then durable. */
function tap(station: Station, orderId: string, action: QueuedAction): string | undefined {
  const cancellation = { code: 'INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT', reason: 'The oven is out' } as const
  const result = station.act({ orderId, action, ...(action === 'requestCancellation' ? { cancellation } : {}) })
  if (!result.ok) {
    report({ kind: 'refused', orderId, action, code: result.code })
    return undefined
  }
  report({ kind: 'tapped', tapId: result.value.tapId, orderId, action })
  return result.value.tapId
}

function tapAny(station: Station, { dice, actionDice, sendNow }: StationAction & { kind: 'tap-any' }): void {
  const tickets = station.snapshot().tickets.filter(({ actions }) => actions.length > 0)
  const ticket = tickets[dice % tickets.length]
  const action = actionDice % CANCELLATIONS_ONE_IN === 0 ? ticket?.actions.at(-1) : ticket?.actions[0]
  if (!ticket || action === undefined || action === 'validateCode') return
  const tapId = tap(station, ticket.orderId, action)
  if (sendNow && tapId !== undefined) station.sendNow(tapId)
}

/** One time in four the tap can no longer be undone, so that the undo must be refused. */
function undoAny(station: Station, dice: number): void {
  const isTooLateToo = dice % 4 === 0
  const taps = station
    .snapshot()
    .tickets.flatMap(({ tap: last }) => (last?.truth === 'held' || (isTooLateToo && last) ? last.tapId : []))
  const tapId = taps[dice % taps.length]
  if (tapId !== undefined && station.undo(tapId).ok) report({ kind: 'undone', tapId })
}

function acknowledgeStops(station: Station): void {
  for (const { orderId, cancelled } of station.snapshot().tickets) {
    if (cancelled && !cancelled.acknowledged) station.acknowledgeCancellation(orderId)
  }
}

async function obey(station: Station, command: StationAction): Promise<void> {
  switch (command.kind) {
    case 'tap-any':
      tapAny(station, command)
      return
    case 'tap':
      tap(station, command.orderId, command.action)
      return
    case 'undo-any':
      undoAny(station, command.dice)
      return
    case 'see-stops':
      acknowledgeStops(station)
      return
    case 'look':
      report({ kind: 'seen', snapshot: station.snapshot() })
      return
    case 'stop':
      await station.stop()
      report({ kind: 'stopped' })
      return process.exit(0)
    default:
      return assertNever(command)
  }
}

// The types hold: the test that starts this process writes argument and commands.
const start = JSON.parse(process.argv[2] ?? '') as StationStart
const { folder, settings, ...credentials } = start
const station = openCore({
  folder,
  connection: () => Promise.resolve(ok({ ...credentials, scope: 'od.orders' })),
  settings: Promise.resolve(settings),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock: createSystemClock(),
  log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
  restart: () => {
    report({ kind: 'restart-wanted' })
    process.exit(0)
  },
})
const orderIds = station.snapshot().tickets.map(({ orderId }) => orderId)
const { user, system } = process.cpuUsage()
report({ kind: 'board', at: at(), processorMs: (user + system) / 1_000, orderIds })
station.start()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void obey(station, JSON.parse(line) as StationAction))
// The test that started this process has ended.
lines.on('close', () => process.exit(0))

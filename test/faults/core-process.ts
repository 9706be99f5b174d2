import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { OpenKitchen } from '../../electron/composition/open-kitchen.ts'
import { isCodeCheck, type QueuedAction } from '../../shared/order/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { CoreAction, CoreReport, CoreStart } from './core-messages.ts'
import { openGivenKitchen } from './given-kitchen.ts'

/** The kitchen in a separate process that can be killed, made of the same parts as the app's main process. */

type Core = OpenKitchen['core']

const STDOUT = 1
const STDERR = 2

/** Every tenth choice is the last offered action, which is the request to cancel. */
const CANCELLATIONS_ONE_IN = 10

const at = (): number => performance.timeOrigin + performance.now()

const report = (message: CoreReport): void => {
  writeSync(STDOUT, `${JSON.stringify(message)}\n`)
}

const logAt = (level: string) => (event: string, fields?: object) => {
  writeSync(STDERR, `${level} ${event} ${JSON.stringify(fields ?? {})}\n`)
}

/** Taps a random action. Returns the tap's id, which is then durable. */
function tap(core: Core, orderId: string, action: QueuedAction): string | undefined {
  const cancellation = { code: 'INTERNAL_DIFFICULTIES_OF_THE_RESTAURANT', reason: 'The oven is out' } as const
  const result = core.act({ orderId, action, ...(action === 'requestCancellation' ? { cancellation } : {}) })
  if (!result.ok) {
    report({ kind: 'refused', orderId, action, code: result.code })
    return undefined
  }
  report({ kind: 'tapped', tapId: result.value.tapId, orderId, action })
  return result.value.tapId
}

function tapAny(core: Core, { dice, actionDice, sendNow }: CoreAction & { kind: 'tap-any' }): void {
  const tickets = core.snapshot().tickets.filter(({ actions }) => actions.length > 0)
  const ticket = tickets[dice % tickets.length]
  const action = actionDice % CANCELLATIONS_ONE_IN === 0 ? ticket?.actions.at(-1) : ticket?.actions[0]
  if (!ticket || action === undefined || isCodeCheck(action)) return
  const tapId = tap(core, ticket.orderId, action)
  if (sendNow && tapId !== undefined) core.sendNow(tapId)
}

/** One time in four the tap can no longer be undone, so that the undo must be refused. */
function undoAny(core: Core, dice: number): void {
  const isTooLateToo = dice % 4 === 0
  const taps = core
    .snapshot()
    .tickets.flatMap(({ tap: last }) => (last?.truth === 'held' || (isTooLateToo && last) ? last.tapId : []))
  const tapId = taps[dice % taps.length]
  if (tapId !== undefined && core.undo(tapId).ok) report({ kind: 'undone', tapId })
}

function acknowledgeStops(core: Core): void {
  for (const { orderId, cancelled } of core.snapshot().tickets) {
    if (cancelled && !cancelled.acknowledged) core.acknowledgeCancellation(orderId)
  }
}

async function obey(core: Core, command: CoreAction): Promise<void> {
  switch (command.kind) {
    case 'tap-any':
      tapAny(core, command)
      return
    case 'tap':
      tap(core, command.orderId, command.action)
      return
    case 'undo-any':
      undoAny(core, command.dice)
      return
    case 'see-stops':
      acknowledgeStops(core)
      return
    case 'look':
      report({ kind: 'seen', snapshot: core.snapshot() })
      return
    case 'stop':
      await core.stop()
      report({ kind: 'stopped' })
      return process.exit(0)
    default:
      return assertNever(command)
  }
}

// The types hold: the test that starts this process writes argument and commands.
const start = JSON.parse(process.argv[2] ?? '') as CoreStart
const core = await openGivenKitchen(start, {
  log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
  restart: () => {
    report({ kind: 'restart-wanted' })
    process.exit(0)
  },
})
const orderIds = core.snapshot().tickets.map(({ orderId }) => orderId)
const { user, system } = process.cpuUsage()
report({ kind: 'board', at: at(), processorMs: (user + system) / 1_000, orderIds })
core.start()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void obey(core, JSON.parse(line) as CoreAction))
// The test that started this process has ended.
lines.on('close', () => process.exit(0))

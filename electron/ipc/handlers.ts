import {
  type CallName,
  PRACTISED_CALLS,
  type PracticeCall,
  type PractisedCall,
  practiceCall,
} from '../../shared/contract/calls.ts'
import type { ComputerStatus, ComputerSwitch } from '../../shared/contract/computer.ts'
import {
  type CallArgs,
  type CallResult,
  contract,
  type PracticeReport,
  type PracticeResults,
} from '../../shared/contract/contract.ts'
import type { KeepOutcome } from '../../shared/contract/setup.ts'
import type { UpdateStatus } from '../../shared/contract/updates.ts'
import type { WebhookStatus } from '../../shared/contract/webhook.ts'
import { fail, ok } from '../../shared/result.ts'
import type { StaffCore } from '../core/core.ts'
import type { Lock } from '../lock/pin-lock.ts'
import type { PrintService } from '../printing/print-service.ts'
import type { SettingsFile } from '../setup/settings-file-service.ts'
import type { SetupService } from '../setup/setup-service.ts'
import type { CallHandlers } from './calls.ts'

/** The part of a core that a practice has as well. */
export type PractisedCore = Pick<
  StaffCore,
  | 'snapshot'
  | 'act'
  | 'validateCode'
  | 'cancellationReasons'
  | 'acknowledgeCancellation'
  | 'strikeLine'
  | 'moveFirst'
  | 'hold'
  | 'makeAgain'
  | 'tickBag'
  | 'countBags'
  | 'startByHand'
  | 'whole'
  | 'quietAlarm'
  | 'shown'
  | 'drawn'
  | 'rang'
  | 'recall'
  | 'undo'
  | 'sendNow'
  | 'queue'
  | 'retryNow'
>

/** Practice, on a core of its own. */
export type PracticeCalls = {
  begin(args: CallArgs<'practice:begin'>): Promise<CallResult<null>>
  end(args: CallArgs<'practice:end'>): Promise<CallResult<PracticeReport | null>>
  /** The result of the last scenario. */
  results(): CallResult<PracticeResults>
  /** `undefined` while no practice runs. */
  core(): PractisedCore | undefined
}

/** The calls of the contract about one area. */
export type CallsOf<Area extends string> = Pick<CallHandlers, Extract<CallName, `${Area}:${string}`>>

/** The screens of this main computer, and joining another main computer as a screen. */
export type ScreenCalls = Omit<CallsOf<'screens'>, keyof typeof NO_SCREEN>

/** The updates of this program. Its promises never reject. */
export type UpdateCalls = {
  status(): UpdateStatus
  readFeed(): Promise<void>
  install(): void
}

/** What the system does for this program. Its promises never reject. */
export type ComputerCalls = {
  status(): Promise<ComputerStatus>
  change(name: ComputerSwitch, isOn: boolean): Promise<ComputerStatus>
}

export type HandlerParts = {
  readonly core: StaffCore
  readonly lock: Lock
  readonly setup: SetupService
  readonly connections: CallsOf<'connections'>
  readonly practice: PracticeCalls
  readonly disconnect: (args: CallArgs<'kitchen:disconnect'>) => Promise<CallResult<KeepOutcome>>
  readonly printing: Pick<PrintService, 'printers' | 'print'>
  readonly webhookStatus: () => WebhookStatus
  readonly screens: ScreenCalls
  readonly customers: CallsOf<'customers'>
  readonly settingsFile: SettingsFile
  readonly updates: UpdateCalls
  /** Of this program. */
  readonly version: string
  readonly computer: ComputerCalls
  readonly exportDiagnostics: () => Promise<CallResult<{ isSaved: boolean }>>
  /** Begins to quit. The answer to the call may still arrive. */
  readonly quit: () => void
}

/** The parts of the program that every window uses, at a main computer and at a screen. */
export type ProgramParts = Pick<HandlerParts, 'updates' | 'computer' | 'quit'>

/** The board of a window that opens, as text. One that does not fit the contract is reported by `board:snapshot`. */
export function boardText(core: Pick<PractisedCore, 'snapshot'>): CallResult<string | null> {
  const checked = contract['board:snapshot'].result.safeParse(core.snapshot())
  return ok(checked.success ? JSON.stringify(checked.data) : null)
}

/** The calls about orders, for the shop and for a practice alike. */
const orderHandlers = (core: PractisedCore): Pick<CallHandlers, PractisedCall> => ({
  'board:snapshot': () => ok(core.snapshot()),
  'order:act': (args) => core.act(args),
  'order:validate-code': ({ orderId, code }) => core.validateCode(orderId, code),
  'order:reasons': ({ orderId }) => core.cancellationReasons(orderId),
  'order:acknowledge-cancellation': ({ orderId }) => core.acknowledgeCancellation(orderId),
  'order:strike-line': ({ orderId, lineId, struck }) => core.strikeLine(orderId, lineId, struck),
  'order:move-first': ({ orderId, isFirst }) => core.moveFirst(orderId, isFirst),
  'order:hold': ({ orderId, until }) => core.hold(orderId, until),
  'order:make-again': ({ orderId, lineId, reason }) => core.makeAgain(orderId, lineId, reason),
  'order:tick-bag': ({ orderId, rows, isTicked, by }) => core.tickBag(orderId, rows, isTicked, by),
  'order:count-bags': ({ orderId, bags, by }) => core.countBags(orderId, bags, by),
  'order:start-by-hand': ({ orderId }) => core.startByHand(orderId),
  'order:whole': ({ orderId, part }) => core.whole(orderId, part),
  'order:quiet-alarm': ({ orderId, how }) => core.quietAlarm(orderId, how),
  'order:shown': ({ orderIds }) => core.shown(orderIds),
  'order:drawn': ({ orderIds, version }) => core.drawn(orderIds, version),
  'order:rang': ({ rings }) => core.rang(rings),
  'history:recall': ({ orderId, recalled }) => core.recall(orderId, recalled),
  'tap:undo': ({ tapId }) => core.undo(tapId),
  'tap:send-now': ({ tapId }) => core.sendNow(tapId),
  'queue:list': () => core.queue(),
  'sync:retry-now': () => {
    core.retryNow()
    return ok(null)
  },
})

type PracticeHandlers = Pick<CallHandlers, PracticeCall>

/** The same calls for the practice that runs. */
function practiceHandlers(running: () => PractisedCore | undefined): PracticeHandlers {
  const answering = (name: PractisedCall) => (args: never) => {
    const core = running()
    return core === undefined
      ? fail('not-allowed', 'No practice is running')
      : // Each call keeps its own arguments and result, which the compiler cannot follow through a list.
        (orderHandlers(core)[name] as (args: never) => unknown)(args)
  }
  return Object.fromEntries(
    PRACTISED_CALLS.map((name) => [practiceCall(name), answering(name)]),
  ) as unknown as PracticeHandlers
}

/** The calls about the program itself: the same in a main computer and in a screen. */
export const programHandlers = ({
  updates,
  version,
  computer,
  quit,
}: Pick<HandlerParts, 'updates' | 'version' | 'computer' | 'quit'>) =>
  ({
    'computer:status': async () => ok(await computer.status()),
    'computer:switch': async ({ name, isOn }) => ok(await computer.change(name, isOn)),
    'updates:status': () => ok(updates.status()),
    'updates:check': () => {
      void updates.readFeed()
      return ok(updates.status())
    },
    'updates:install': () => {
      updates.install()
      return ok(updates.status())
    },
    'app:about': () => ok({ version }),
    'app:quit': () => {
      quit()
      return ok(null)
    },
  }) satisfies Partial<CallHandlers>

const notAScreen = () => fail('not-allowed', 'This is no screen of another computer')
const NO_SCREEN = {
  'screens:joined': notAScreen,
  'screens:move': notAScreen,
  'screens:leave': notAScreen,
  'promotion:status': notAScreen,
  'promotion:begin': notAScreen,
} satisfies Partial<CallHandlers>

/**
 * Maps every call of the contract to its part of the program. The arguments are already checked; nothing is decided here.
 */
export function createHandlers({
  core,
  lock,
  setup,
  connections,
  practice,
  disconnect,
  printing,
  webhookStatus,
  screens,
  customers,
  settingsFile,
  exportDiagnostics,
  ...program
}: HandlerParts): CallHandlers {
  return {
    ...programHandlers(program),
    ...orderHandlers(core),
    'board:text': () => boardText(core),
    ...practiceHandlers(practice.core),
    'order:timeline': ({ orderId }) => core.timeline(orderId),
    'order:unplayed': ({ orderIds }) => core.unplayed(orderIds),
    'sound:tested': ({ heard }) => core.soundTested(heard),
    'history:list': (query) => core.history(query),
    'history:shift': (query) => core.shift(query),
    'history:export': (wanted) => core.exportHistory(wanted),
    'settings:change': (patch) => core.changeSettings(patch),
    'settings:export': () => settingsFile.exportSettings(),
    'settings:import': () => settingsFile.importSettings(),
    'channels:seen': () => core.channelsSeen(),
    'setup:status': () => setup.status(),
    'setup:address': (args) => setup.readAddress(args),
    'setup:test': (args) => setup.test(args),
    'setup:keep': (args) => setup.keep(args),
    'setup:paste': () => setup.paste(),
    'setup:file': () => setup.file(),
    'kitchen:disconnect': (args) => disconnect(args),
    'practice:begin': (args) => practice.begin(args),
    'practice:end': (args) => practice.end(args),
    'practice:results': () => practice.results(),
    'view:remember': ({ view }) => {
      const remembered = core.changeSettings({ view })
      return remembered.ok ? ok(null) : remembered
    },
    'places:remember': ({ places }) => core.rememberPlaces(places),
    'print:printers': () => printing.printers(),
    'print:tickets': ({ orderId }) => printing.print(orderId),
    'webhook:status': () => ok(webhookStatus()),
    ...connections,
    ...screens,
    ...NO_SCREEN,
    ...customers,
    'lock:status': () => ok(lock.status()),
    'lock:unlock': ({ pin }) => lock.unlock(pin),
    'lock:set': (args) => lock.set(args),
    'lock:lock-now': () => lock.lockNow(),
    'diagnostics:export': () => exportDiagnostics(),
  }
}

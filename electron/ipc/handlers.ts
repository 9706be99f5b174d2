import type { ComputerStatus } from '../../shared/computer.ts'
import type { ActArgs, BoardSnapshot, CallArgs, CallResult } from '../../shared/contract.ts'
import { ok } from '../../shared/result.ts'
import type { KeepOutcome } from '../../shared/setup.ts'
import type { WebhookStatus } from '../../shared/webhook.ts'
import type { Lock } from '../lock/lock.ts'
import type { PrintDesk } from '../printing/print-desk.ts'
import type { SettingsFile } from '../setup/settings-file.ts'
import type { SetupDesk } from '../setup/setup-desk.ts'
import type { Station } from '../station/station.ts'
import type { CallHandlers } from './calls.ts'

/** The practice order of the set-up. */
export type PracticeDesk = {
  begin(): Promise<CallResult<BoardSnapshot>>
  act(args: ActArgs): CallResult<{ tapId: string }>
  end(): Promise<CallResult<null>>
}

export type HandlerParts = {
  readonly station: Station
  readonly lock: Lock
  readonly setup: SetupDesk
  readonly practice: PracticeDesk
  readonly disconnect: (args: CallArgs<'kitchen:disconnect'>) => Promise<CallResult<KeepOutcome>>
  readonly printing: Pick<PrintDesk, 'printers' | 'print'>
  readonly webhookStatus: () => WebhookStatus
  readonly settingsFile: SettingsFile
  /** Of this program. */
  readonly version: string
  readonly computerStatus: () => Promise<ComputerStatus>
  readonly exportDiagnostics: () => Promise<CallResult<{ isSaved: boolean }>>
  /** Begins to quit; the answer to the call may still get through. */
  readonly quit: () => void
}

/** Every call of the contract, handed to its part of the program. Arguments are checked already; nothing is decided here. */
export function createHandlers({
  station,
  lock,
  setup,
  practice,
  disconnect,
  printing,
  webhookStatus,
  settingsFile,
  version,
  computerStatus,
  exportDiagnostics,
  quit,
}: HandlerParts): CallHandlers {
  return {
    'board:snapshot': () => ok(station.snapshot()),
    'order:act': (args) => station.act(args),
    'order:validate-code': ({ orderId, code }) => station.validateCode(orderId, code),
    'order:acknowledge-cancellation': ({ orderId }) => station.acknowledgeCancellation(orderId),
    'order:strike-line': ({ orderId, lineId, struck }) => station.strikeLine(orderId, lineId, struck),
    'order:start-by-hand': ({ orderId }) => station.startByHand(orderId),
    'order:timeline': ({ orderId }) => station.timeline(orderId),
    'order:whole': ({ orderId, part }) => station.whole(orderId, part),
    'order:quiet-alarm': ({ orderId, how }) => station.quietAlarm(orderId, how),
    'order:shown': ({ orderIds }) => station.shown(orderIds),
    'order:drawn': ({ orderIds, version }) => station.drawn(orderIds, version),
    'order:rang': ({ rings }) => station.rang(rings),
    'sound:tested': ({ heard }) => station.soundTested(heard),
    'history:list': (query) => station.history(query),
    'history:recall': ({ orderId, recalled }) => station.recall(orderId, recalled),
    'history:shift': ({ daysAgo }) => station.shift(daysAgo),
    'history:export': (wanted) => station.exportHistory(wanted),
    'tap:undo': ({ tapId }) => station.undo(tapId),
    'tap:send-now': ({ tapId }) => station.sendNow(tapId),
    'queue:list': () => station.queue(),
    'sync:retry-now': () => {
      station.retryNow()
      return ok(null)
    },
    'settings:change': (patch) => station.changeSettings(patch),
    'settings:export': () => settingsFile.exportSettings(),
    'settings:import': () => settingsFile.importSettings(),
    'channels:seen': () => station.channelsSeen(),
    'computer:status': async () => ok(await computerStatus()),
    'setup:status': () => setup.status(),
    'setup:address': (args) => setup.readAddress(args),
    'setup:test': (args) => setup.test(args),
    'setup:keep': (args) => setup.keep(args),
    'setup:paste': () => setup.paste(),
    'kitchen:disconnect': (args) => disconnect(args),
    'practice:begin': () => practice.begin(),
    'practice:act': (args) => practice.act(args),
    'practice:end': () => practice.end(),
    'view:remember': ({ view }) => {
      const remembered = station.changeSettings({ view })
      return remembered.ok ? ok(null) : remembered
    },
    'places:remember': ({ places }) => station.rememberPlaces(places),
    'print:printers': () => printing.printers(),
    'print:tickets': ({ orderId }) => printing.print(orderId),
    'webhook:status': () => ok(webhookStatus()),
    'lock:status': () => ok(lock.status()),
    'lock:unlock': ({ pin }) => lock.unlock(pin),
    'lock:set': (args) => lock.set(args),
    'lock:lock-now': () => lock.lockNow(),
    'diagnostics:export': () => exportDiagnostics(),
    'app:about': () => ok({ version }),
    'app:quit': () => {
      quit()
      return ok(null)
    },
  }
}

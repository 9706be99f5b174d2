import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { CallHandlers } from '../../../electron/ipc/calls.ts'
import type { CallName } from '../../../shared/channels.ts'
import type { BoardSnapshot, CallResult } from '../../../shared/contract.ts'
import type { CustomersLink } from '../../../shared/customers-link.ts'
import type { LockStatus } from '../../../shared/lock.ts'
import { ok } from '../../../shared/result.ts'
import type { ScreensStatus } from '../../../shared/screens.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import type { UpdateStatus } from '../../../shared/updates.ts'
import type { WebhookStatus } from '../../../shared/webhook.ts'

type Listener = Parameters<IpcMain['handle']>[1]

/** Electron's `ipcMain`, limited to calls: one handler per channel, a second one throws, an unknown channel rejects. */
export class FakeIpc implements Pick<IpcMain, 'handle'> {
  readonly #listeners = new Map<string, Listener>()

  handle(channel: string, listener: Listener): void {
    if (this.#listeners.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#listeners.set(channel, listener)
  }

  channels(): string[] {
    return [...this.#listeners.keys()]
  }

  /** Arguments are cloned, as between processes. */
  async invoke(channel: string, event: IpcMainInvokeEvent, ...args: unknown[]): Promise<unknown> {
    const listener = this.#listeners.get(channel)
    if (!listener) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await listener(event, ...structuredClone(args)))
  }
}

type SenderFacts = { readonly contentsId?: number; readonly url?: string; readonly parent?: unknown }

export const OWN_WINDOW = 7
export const OWN_URL = 'app://comanda/index.html'

/** The parts of an IPC event that the handlers read. */
export function eventFrom({
  contentsId = OWN_WINDOW,
  url = OWN_URL,
  parent = null,
}: SenderFacts = {}): IpcMainInvokeEvent {
  return { sender: { id: contentsId }, senderFrame: { url, parent } } as unknown as IpcMainInvokeEvent
}

/** A frame that was disposed of: Electron throws on every property. */
export function eventFromDisposedFrame(): IpcMainInvokeEvent {
  const senderFrame = new Proxy(
    {},
    {
      get() {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed')
      },
    },
  )
  return { sender: { id: OWN_WINDOW }, senderFrame } as unknown as IpcMainInvokeEvent
}

export const SNAPSHOT: BoardSnapshot = {
  version: 1,
  tickets: [],
  freshness: { state: 'fresh', checkedAt: 1 },
  unsettledTaps: 0,
  clock: { platformNow: 1, skewMs: 0 },
  settings: DEFAULT_SETTINGS,
}

export const WEBHOOK_OFF: WebhookStatus = { state: 'off', urls: [], accepted: 0, refused: 0 }
export const NO_LINK: CustomersLink = { state: 'off', urls: [] }
export const NO_SCREENS: ScreensStatus = {
  state: 'off',
  addresses: [],
  pairing: { state: 'closed' },
  screens: [],
  copies: 'no-code',
}
export const NO_UPDATES: UpdateStatus = { state: 'off', version: '1.2.3', needsPerson: false }
export const NO_LOCK: LockStatus = { isSet: false, isOpen: true, waitMs: 0 }

export type HandlerRun = { readonly channel: CallName; readonly args: unknown }

/** Handlers that succeed and record their arguments. */
export function createRecordingHandlers(): { readonly handlers: CallHandlers; readonly runs: HandlerRun[] } {
  const runs: HandlerRun[] = []
  const keep =
    <T>(channel: CallName, value: T) =>
    (args: unknown): CallResult<T> => {
      runs.push({ channel, args })
      return ok(value)
    }
  return {
    runs,
    handlers: {
      'board:snapshot': keep('board:snapshot', SNAPSHOT),
      'order:act': keep('order:act', { tapId: 't1' }),
      'order:whole': keep('order:whole', { text: 'Pizza', parts: 1 }),
      'sync:retry-now': keep('sync:retry-now', null),
      'order:validate-code': keep('order:validate-code', { isValid: true }),
      'order:acknowledge-cancellation': keep('order:acknowledge-cancellation', null),
      'order:strike-line': keep('order:strike-line', null),
      'order:start-by-hand': keep('order:start-by-hand', null),
      'order:timeline': keep('order:timeline', []),
      'order:quiet-alarm': keep('order:quiet-alarm', null),
      'order:shown': keep('order:shown', null),
      'order:drawn': keep('order:drawn', null),
      'order:rang': keep('order:rang', null),
      'sound:tested': keep('sound:tested', null),
      'history:list': keep('history:list', { from: 0, total: 0, entries: [] }),
      'history:recall': keep('history:recall', null),
      'history:shift': keep('history:shift', {
        from: 0,
        orders: 0,
        cancelled: 0,
        onTime: { kept: 0, promised: 0 },
      }),
      'history:export': keep('history:export', { saved: true }),
      'tap:undo': keep('tap:undo', null),
      'tap:send-now': keep('tap:send-now', null),
      'queue:list': keep('queue:list', []),
      'settings:change': keep('settings:change', DEFAULT_SETTINGS),
      'settings:export': keep('settings:export', { isSaved: true }),
      'settings:import': keep('settings:import', { outcome: 'cancelled' }),
      'channels:seen': keep('channels:seen', []),
      'computer:status': keep('computer:status', { watchdog: 'ready', displays: [] }),
      'setup:status': keep('setup:status', { state: 'empty' }),
      'setup:address': keep('setup:address', { fault: 'empty' }),
      'setup:test': keep('setup:test', { mayKeep: true }),
      'setup:keep': keep('setup:keep', {}),
      'setup:paste': keep('setup:paste', { text: '' }),
      'kitchen:disconnect': keep('kitchen:disconnect', {}),
      'screens:status': keep('screens:status', NO_SCREENS),
      'screens:open-pairing': keep('screens:open-pairing', NO_SCREENS),
      'screens:stop-pairing': keep('screens:stop-pairing', NO_SCREENS),
      'screens:revoke': keep('screens:revoke', NO_SCREENS),
      'screens:hand-over': keep('screens:hand-over', NO_SCREENS),
      'screens:take-back': keep('screens:take-back', NO_SCREENS),
      'screens:recovery-code': keep('screens:recovery-code', { code: '0000-0000' }),
      'screens:find': keep('screens:find', { stations: [] }),
      'screens:join': keep('screens:join', { outcome: 'joined' }),
      'screens:joined': keep('screens:joined', { name: 'Caixa', address: '192.168.0.10' }),
      'screens:move': keep('screens:move', { outcome: 'moved' }),
      'screens:leave': keep('screens:leave', null),
      'promotion:status': keep('promotion:status', { orders: 0, taps: 0, isStationThere: false, isHandedOver: false }),
      'promotion:begin': keep('promotion:begin', { outcome: 'done' }),
      'customers:status': keep('customers:status', NO_LINK),
      'customers:open-link': keep('customers:open-link', NO_LINK),
      'customers:close-link': keep('customers:close-link', NO_LINK),
      'practice:begin': keep('practice:begin', SNAPSHOT),
      'practice:act': keep('practice:act', { tapId: 't1' }),
      'practice:end': keep('practice:end', null),
      'scenario:begin': keep('scenario:begin', { endsInMs: 240_000 }),
      'scenario:end': keep('scenario:end', null),
      'scenario:last': keep('scenario:last', null),
      'scenario/board:snapshot': keep('scenario/board:snapshot', SNAPSHOT),
      'scenario/order:act': keep('scenario/order:act', { tapId: 't1' }),
      'scenario/order:validate-code': keep('scenario/order:validate-code', { isValid: true }),
      'scenario/order:acknowledge-cancellation': keep('scenario/order:acknowledge-cancellation', null),
      'scenario/order:strike-line': keep('scenario/order:strike-line', null),
      'scenario/order:start-by-hand': keep('scenario/order:start-by-hand', null),
      'scenario/order:whole': keep('scenario/order:whole', { text: 'Pizza', parts: 1 }),
      'scenario/order:quiet-alarm': keep('scenario/order:quiet-alarm', null),
      'scenario/order:shown': keep('scenario/order:shown', null),
      'scenario/order:drawn': keep('scenario/order:drawn', null),
      'scenario/order:rang': keep('scenario/order:rang', null),
      'scenario/history:recall': keep('scenario/history:recall', null),
      'scenario/tap:undo': keep('scenario/tap:undo', null),
      'scenario/tap:send-now': keep('scenario/tap:send-now', null),
      'scenario/queue:list': keep('scenario/queue:list', []),
      'scenario/sync:retry-now': keep('scenario/sync:retry-now', null),
      'view:remember': keep('view:remember', null),
      'places:remember': keep('places:remember', null),
      'print:printers': keep('print:printers', []),
      'print:tickets': keep('print:tickets', { printed: 1 }),
      'webhook:status': keep('webhook:status', WEBHOOK_OFF),
      'lock:status': keep('lock:status', NO_LOCK),
      'lock:unlock': keep('lock:unlock', NO_LOCK),
      'lock:set': keep('lock:set', NO_LOCK),
      'lock:lock-now': keep('lock:lock-now', NO_LOCK),
      'diagnostics:export': keep('diagnostics:export', { isSaved: true }),
      'updates:status': keep('updates:status', NO_UPDATES),
      'updates:check': keep('updates:check', NO_UPDATES),
      'updates:install': keep('updates:install', NO_UPDATES),
      'app:about': keep('app:about', { version: '1.2.3' }),
      'app:quit': keep('app:quit', null),
    },
  }
}

import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { CallHandlers } from '../../../electron/ipc/calls.ts'
import { CALLS, type CallName } from '../../../shared/contract/calls.ts'
import type { ComputerStatus } from '../../../shared/contract/computer.ts'
import type { BoardSnapshot, CallValue } from '../../../shared/contract/contract.ts'
import type { CustomersLink } from '../../../shared/contract/customers-link.ts'
import type { LockStatus } from '../../../shared/contract/lock.ts'
import type { ScreensStatus } from '../../../shared/contract/screens.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { UpdateStatus } from '../../../shared/contract/updates.ts'
import type { WebhookStatus } from '../../../shared/contract/webhook.ts'
import { ok } from '../../../shared/result.ts'

type Listener = Parameters<IpcMain['handle']>[1]

/** Electron's `ipcMain`, limited to calls: one handler per call, a second one throws, an unknown call rejects. */
export class FakeIpc implements Pick<IpcMain, 'handle'> {
  readonly #listeners = new Map<string, Listener>()

  handle(call: string, listener: Listener): void {
    if (this.#listeners.has(call)) throw new Error(`Attempted to register a second handler for '${call}'`)
    this.#listeners.set(call, listener)
  }

  calls(): string[] {
    return [...this.#listeners.keys()]
  }

  /** Arguments are cloned, as between processes. */
  async invoke(call: string, event: IpcMainInvokeEvent, ...args: unknown[]): Promise<unknown> {
    const listener = this.#listeners.get(call)
    if (!listener) throw new Error(`No handler registered for '${call}'`)
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
const NO_LINK: CustomersLink = { state: 'off', urls: [] }
const NO_SCREENS: ScreensStatus = {
  state: 'off',
  addresses: [],
  pairing: { state: 'closed' },
  screens: [],
}
const COMPUTER: ComputerStatus = { startsWithComputer: 'on', restartsAfterFailure: 'off', displays: [] }
const NO_UPDATES: UpdateStatus = { state: 'off', version: '1.2.3', needsPerson: false }
export const NO_LOCK: LockStatus = { isSet: false, isOpen: true, waitMs: 0 }

/** The values of the calls that do not return null. A practice returns the same ones. */
const VALUES: { readonly [C in CallName]?: CallValue<C> } = {
  'board:snapshot': SNAPSHOT,
  'order:act': { tapId: 't1' },
  'order:whole': { text: 'Pizza', parts: 1 },
  'order:validate-code': { isValid: true },
  'order:reasons': { reasons: [] },
  'order:timeline': [],
  'history:list': { from: 0, total: 0, counts: { all: 0, late: 0, cancelled: 0 }, entries: [] },
  'history:shift': {
    from: 0,
    until: 0,
    orders: 0,
    cancelled: 0,
    onTime: { kept: 0, promised: 0 },
    hours: [],
    dishes: [],
    channels: [],
  },
  'history:export': { saved: true },
  'queue:list': [],
  'settings:change': DEFAULT_SETTINGS,
  'settings:export': { isSaved: true },
  'settings:import': { outcome: 'cancelled' },
  'channels:seen': [],
  'computer:status': COMPUTER,
  'computer:switch': COMPUTER,
  'setup:status': { state: 'empty' },
  'setup:address': { fault: 'empty' },
  'setup:test': { mayKeep: true },
  'setup:keep': {},
  'setup:paste': { text: '' },
  'setup:file': {},
  'connections:list': [],
  'connections:change': [],
  'connections:test': { mayKeep: true },
  'connections:remove': [],
  'kitchen:disconnect': {},
  'screens:status': NO_SCREENS,
  'screens:open-pairing': NO_SCREENS,
  'screens:stop-pairing': NO_SCREENS,
  'screens:revoke': NO_SCREENS,
  'screens:change': NO_SCREENS,
  'screens:hand-over': NO_SCREENS,
  'screens:take-back': NO_SCREENS,
  'screens:find': { computers: [] },
  'screens:join': { outcome: 'joined' },
  'screens:open-joined': null,
  'screens:joined': { name: 'Caixa', address: '192.168.0.10' },
  'screens:move': { outcome: 'moved' },
  'practice:results': { last: null, best: {} },
  'promotion:status': { orders: 0, taps: 0, isMainThere: false, isHandedOver: false },
  'promotion:begin': { outcome: 'done' },
  'customers:status': NO_LINK,
  'customers:open-link': NO_LINK,
  'customers:close-link': NO_LINK,
  'print:printers': [],
  'print:tickets': { printed: 1 },
  'webhook:status': WEBHOOK_OFF,
  'lock:status': NO_LOCK,
  'lock:unlock': NO_LOCK,
  'lock:set': NO_LOCK,
  'lock:lock-now': NO_LOCK,
  'diagnostics:export': { isSaved: true },
  'updates:status': NO_UPDATES,
  'updates:check': NO_UPDATES,
  'updates:install': NO_UPDATES,
  'app:about': { version: '1.2.3' },
}

export type HandlerRun = { readonly call: CallName; readonly args: unknown }

/** Handlers that succeed and record their arguments. */
export function createRecordingHandlers(): { readonly handlers: CallHandlers; readonly runs: HandlerRun[] } {
  const runs: HandlerRun[] = []
  const values = new Map<string, unknown>(Object.entries(VALUES))
  const handlers = CALLS.map((call) => [
    call,
    (args: unknown) => {
      runs.push({ call, args })
      return ok(values.get(call.replace('practice/', '')) ?? null)
    },
  ])
  // Each call has a handler, and the contract checks its value.
  return { runs, handlers: Object.fromEntries(handlers) as CallHandlers }
}

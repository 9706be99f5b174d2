import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CALLS, type CallName, type CallsAtScreen, callRow } from '../../shared/contract/calls.ts'
import type { ScreenRole } from '../../shared/contract/values.ts'
import { fail, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { createAdmission } from '../core/admission.ts'
import { type CallHandlers, createCallExecutor } from '../ipc/calls.ts'
import { boardText, type ProgramParts, programHandlers } from '../ipc/handlers.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import { readRoot } from '../platform/dialects/dialects.ts'
import { createScreenCore, type ScreenCore } from '../screens/link/screen-core.ts'
import { addressText, type JoinedLink, readMainComputer, saveMainComputer } from '../screens/pairing/main-computer.ts'
import {
  createPromotion,
  eraseScreenOrders,
  type Promotion,
  type PromotionParts,
  SCREEN_FILES,
} from '../screens/promotion.ts'
import { eraseProvisionSecrets } from '../secrets/provision.ts'
import { openBoardStore } from '../storage/board-store.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { openScreenStore } from '../storage/screen-store.ts'
import type { Backend, BackendParts } from './backend.ts'
import { NOTICE_OF_FAILURE } from './storage-notices.ts'

type ScreenBackendParts = Pick<BackendParts, 'profile' | 'version' | 'clock' | 'log'> & {
  readonly provisionFile?: BackendParts['provisionFile']
  readonly attention?: BackendParts['attention']
  readonly link: JoinedLink
  /** The role that was chosen when this screen joined. */
  readonly firstRole?: ScreenRole | undefined
  /** Ends the role of a screen. */
  readonly leave: () => void
  readonly isKeychainHanging: () => boolean
  /** The parts with which this screen can replace a main computer that is gone. */
  readonly promotion: Omit<PromotionParts, 'profile' | 'role'> & { readonly role: RoleFile }
}

/** Credentials are for a main computer. No secret stays in a file on a screen. */
async function refuseProvision(path: string, screen: Pick<ScreenCore, 'showNotice'>, log: Log): Promise<void> {
  const erased = await eraseProvisionSecrets(path, readRoot)
  log.warn('provision-refused', {
    reason: 'a screen has no credentials',
    outcome: erased.ok ? (erased.value ? 'erased' : 'no-secret') : erased.code,
  })
  if (!erased.ok) screen.showNotice('provision-on-screen-kept')
  else if (erased.value) screen.showNotice('provision-on-screen')
}

/** The backend of a program that has joined a main computer: no credentials, no polling, no ledger of orders. */
export function openScreenBackend(parts: ScreenBackendParts): Backend {
  const { profile, version, clock, log, link } = parts
  const { role } = parts.promotion
  const wasRemoved = readMainComputer(role)?.isRemoved === true
  // The program may have ended between the record and the erasure.
  if (wasRemoved) eraseScreenOrders(profile)
  const onDamage = ({ table }: { readonly table: string }): void => log.error('row-damaged', { name: table })
  const opened = openScreenStore(join(profile, SCREEN_FILES.store), clock.wall(), onDamage)
  if (!opened.ok) log.error('storage-refused', { code: opened.code })
  else if (opened.value.isLost) log.error('screen-store-lost')
  // Without it the screen begins with an empty board when its main computer is not reached.
  const boardStore = openBoardStore(join(profile, SCREEN_FILES.board), onDamage)
  if (!boardStore.ok) log.warn('board-store-refused', { code: boardStore.code })
  const screen = createScreenCore({
    connect: link.connect,
    store: opened.ok ? opened.value.store : undefined,
    boardStore: boardStore.ok ? boardStore.value : undefined,
    clock,
    random: Math.random,
    newId: randomUUID,
    firstRole: parts.firstRole,
    removal: {
      wasRemoved,
      record() {
        const joined = readMainComputer(role)
        if (joined !== undefined) saveMainComputer(role, { ...joined, isRemoved: true })
      },
    },
    attention: parts.attention,
    programVersion: version,
    notice: opened.ok ? (opened.value.isLost ? 'storage-lost' : undefined) : NOTICE_OF_FAILURE[opened.code],
    log,
  })
  // One after the other: the notice is about the last file.
  const enqueue = createSerialQueue()
  const refuseFile = (path: string): void =>
    watchPromise(
      enqueue(() => refuseProvision(path, screen, log)),
      log,
      'provision-refused',
    )
  if (parts.provisionFile !== undefined) refuseFile(parts.provisionFile)
  const promotion = createPromotion({ ...parts.promotion, profile, core: screen, clock, log })
  return {
    core: {
      ...screen,
      settings: {
        now: () => screen.snapshot().settings,
        onChange: (listener) => screen.onDelta(({ settings }) => settings && listener(settings)),
      },
      pollNow: screen.reconnect,
    },
    calls: (program) =>
      createCallExecutor({
        handlers: createScreenHandlers({ ...program, core: screen, link, version, leave: parts.leave, promotion }),
        admit: createAdmission(),
        log,
      }),
    stop: screen.stop,
    isKeychainHanging: parts.isKeychainHanging,
    provision: refuseFile,
    practice: {
      end: async () => ok(null),
      onDelta: () => undefined,
      onOver: () => undefined,
    },
  }
}

type ScreenHandlerParts = ProgramParts & {
  readonly core: ScreenCore
  readonly link: Pick<JoinedLink, 'main' | 'moveTo'>
  readonly version: string
  /** Ends the role of a screen. */
  readonly leave: () => void
  readonly promotion: Promotion
}

/** Calls that the screen's own main process answers. */
function localHandlers(
  parts: ScreenHandlerParts,
): Pick<CallHandlers, CallsAtScreen<'tap' | 'kept' | 'local' | 'both'>> {
  const { core, link } = parts
  // The answer of the main computer is checked against the contract in `ipc/calls.ts`.
  type MainResult = never
  return {
    ...programHandlers(parts),
    'board:snapshot': () => ok(core.snapshot()),
    'board:text': () => boardText(core),
    'order:act': core.act,
    'order:acknowledge-cancellation': (args) => core.mark('order:acknowledge-cancellation', args),
    'order:strike-line': (args) => core.mark('order:strike-line', args),
    'order:move-first': (args) => core.mark('order:move-first', args),
    'order:hold': (args) => core.mark('order:hold', args),
    'order:make-again': (args) => core.mark('order:make-again', args),
    'order:tick-bag': (args) => core.mark('order:tick-bag', args),
    'order:count-bags': (args) => core.mark('order:count-bags', args),
    'order:quiet-alarm': (args) => core.mark('order:quiet-alarm', args),
    'order:drawn': ({ orderIds, version: drawn }) => core.drawn(orderIds, drawn),
    'order:unplayed': ({ orderIds }) => core.unplayed(orderIds),
    'sound:tested': ({ heard }) => core.soundTested(heard),
    'tap:undo': ({ tapId }) => core.undo(tapId) as Promise<MainResult>,
    'tap:send-now': (args) => core.ask('tap:send-now', args) as Promise<MainResult>,
    'queue:list': () => core.queue(),
    'sync:retry-now': () => {
      core.retryNow()
      return ok(null)
    },
    'settings:change': (patch) => core.changeSettings(patch),
    'view:remember': ({ view }) => {
      const remembered = core.changeSettings({ view })
      return remembered.ok ? ok(null) : remembered
    },
    'places:remember': ({ places }) => core.rememberPlaces(places),
    'lock:status': () => core.ask('lock:status', null) as Promise<MainResult>,
    'screens:joined': () => {
      const joined = link.main()
      return joined === undefined
        ? fail('not-allowed', 'This screen was disconnected')
        : ok({ name: joined.name, address: addressText(joined), screenName: core.name() })
    },
    'screens:move': async ({ address }) => {
      const outcome = await link.moveTo(address)
      if (outcome === 'moved') core.reconnect()
      return ok({ outcome })
    },
    'promotion:status': () => parts.promotion.status(),
    'promotion:begin': () => parts.promotion.begin(),
    'screens:leave': () => {
      parts.leave()
      return ok(null)
    },
  }
}

/** The handlers of a screen's window, each as its row says. */
function createScreenHandlers(parts: ScreenHandlerParts): CallHandlers {
  const { core } = parts
  const local: Partial<Record<CallName, unknown>> = localHandlers(parts)
  const handlerOf = (call: CallName): unknown => {
    switch (callRow(call).atScreen) {
      case 'tap':
      case 'kept':
      case 'local':
      case 'both':
        return local[call]
      // The row belongs to the name of the call, which the compiler cannot follow.
      case 'main-computer':
        return (args: unknown) => core.ask(call as CallsAtScreen<'main-computer'>, args)
      case 'forwarded':
        return (args: unknown) => {
          core.notifyMain(call as CallsAtScreen<'forwarded'>, args)
          return ok(null)
        }
      case 'unavailable':
        return () => fail('not-allowed', 'This is done at the main computer')
    }
  }
  // Each call has the handler of its way, which the compiler cannot follow through a list.
  return Object.fromEntries(CALLS.map((call) => [call, handlerOf(call)])) as unknown as CallHandlers
}

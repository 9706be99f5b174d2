import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CALLS, type CallName, type CallsAtScreen, callRow } from '../../shared/contract/calls.ts'
import type { ScreenRole } from '../../shared/contract/values.ts'
import { fail, ok } from '../../shared/result.ts'
import { type CallHandlers, createCallExecutor } from '../ipc/calls.ts'
import { type ProgramParts, programHandlers } from '../ipc/handlers.ts'
import { createScreenStation } from '../screens/link/screen-station.ts'
import type { ScreenStation } from '../screens/link/screen-station-port.ts'
import { openCopyStore } from '../screens/moving/copy-store.ts'
import {
  addressText,
  type JoinedLink,
  readJoinedStation,
  saveJoinedStation,
} from '../screens/pairing/joined-station.ts'
import {
  createPromotion,
  eraseScreenOrders,
  type Promotion,
  type PromotionParts,
  SCREEN_FILES,
} from '../screens/promotion.ts'
import { createAdmission } from '../station/admission.ts'
import { openBoardStore } from '../storage/board-store.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { openScreenStore } from '../storage/screen-store.ts'
import type { Backend, BackendParts } from './backend.ts'

type ScreenBackendParts = Pick<BackendParts, 'profile' | 'version' | 'clock' | 'log'> & {
  readonly provisionFile?: BackendParts['provisionFile']
  readonly attention?: BackendParts['attention']
  readonly link: JoinedLink
  /** The role that was chosen when this screen joined. */
  readonly firstRole?: ScreenRole | undefined
  /** Ends the role of a screen. */
  readonly leave: () => void
  readonly isKeychainHanging: () => boolean
  /** The parts with which this screen can replace a station that is gone. */
  readonly promotion: Omit<PromotionParts, 'profile' | 'role'> & { readonly role: RoleFile }
}

const storeNotice = (failure: OpenFailure): string =>
  failure === 'newer-version' ? 'storage-newer' : 'storage-failing'

/** The core of a program that has joined a station: no credentials, no polling, no ledger of orders. */
export function openScreenBackend(parts: ScreenBackendParts): Backend {
  const { profile, version, clock, log, link } = parts
  const { role } = parts.promotion
  const wasRemoved = readJoinedStation(role)?.isRemoved === true
  // The program may have ended between the record and the erasure.
  if (wasRemoved) eraseScreenOrders(profile)
  const onDamage = ({ table }: { readonly table: string }): void => log.error('row-damaged', { name: table })
  const opened = openScreenStore(join(profile, SCREEN_FILES.store), clock.wall(), onDamage)
  if (!opened.ok) log.error('storage-refused', { code: opened.code })
  else if (opened.value.isLost) log.error('screen-store-lost')
  // Without it the screen begins with an empty board when its station is not reached.
  const boardStore = openBoardStore(join(profile, SCREEN_FILES.board), onDamage)
  if (!boardStore.ok) log.warn('board-store-refused', { code: boardStore.code })
  const copyStore = openCopyStore(join(profile, SCREEN_FILES.copies))
  const screen = createScreenStation({
    connect: link.connect,
    store: opened.ok ? opened.value.store : undefined,
    boardStore: boardStore.ok ? boardStore.value : undefined,
    copyStore,
    clock,
    random: Math.random,
    newId: randomUUID,
    firstRole: parts.firstRole,
    removal: {
      wasRemoved,
      record() {
        const joined = readJoinedStation(role)
        if (joined !== undefined) saveJoinedStation(role, { ...joined, isRemoved: true })
      },
    },
    attention: parts.attention,
    programVersion: version,
    notice: opened.ok ? (opened.value.isLost ? 'storage-lost' : undefined) : storeNotice(opened.code),
    log,
  })
  // Credentials are for a station. The file stays: its secret is in no keychain.
  const refuseProvision = (): void => {
    log.warn('provision-refused', { reason: 'a screen has no credentials' })
    screen.showNotice('provision-on-screen')
  }
  if (parts.provisionFile !== undefined) refuseProvision()
  const promotion = createPromotion({ ...parts.promotion, profile, station: screen, copyStore, clock, log })
  return {
    station: {
      ...screen,
      settings: {
        now: () => screen.snapshot().settings,
        onChange: (listener) => screen.onDelta(({ settings }) => settings && listener(settings)),
      },
      pollNow: screen.reconnect,
    },
    calls: (program) =>
      createCallExecutor({
        handlers: createScreenHandlers({ ...program, station: screen, link, version, leave: parts.leave, promotion }),
        admit: createAdmission(),
        log,
      }),
    stop: screen.stop,
    isKeychainHanging: parts.isKeychainHanging,
    provision: refuseProvision,
    practice: {
      end: async () => ok(null),
      onDelta: () => undefined,
      onOver: () => undefined,
    },
  }
}

type ScreenHandlerParts = ProgramParts & {
  readonly station: ScreenStation
  readonly link: Pick<JoinedLink, 'station' | 'moveTo'>
  readonly version: string
  /** Ends the role of a screen. */
  readonly leave: () => void
  readonly promotion: Promotion
}

/** Calls that the screen's own main process answers. */
function localHandlers(
  parts: ScreenHandlerParts,
): Pick<CallHandlers, CallsAtScreen<'tap' | 'kept' | 'local' | 'both'>> {
  const { station, link } = parts
  // The answer of the station is checked against the contract in `ipc/calls.ts`.
  type StationResult = never
  return {
    ...programHandlers(parts),
    'board:snapshot': () => ok(station.snapshot()),
    'order:act': station.act,
    'order:acknowledge-cancellation': (args) => station.mark('order:acknowledge-cancellation', args),
    'order:strike-line': (args) => station.mark('order:strike-line', args),
    'order:quiet-alarm': (args) => station.mark('order:quiet-alarm', args),
    'order:drawn': ({ orderIds, version: drawn }) => station.drawn(orderIds, drawn),
    'sound:tested': ({ heard }) => station.soundTested(heard),
    'tap:undo': ({ tapId }) => station.undo(tapId) as Promise<StationResult>,
    'tap:send-now': (args) => station.ask('tap:send-now', args) as Promise<StationResult>,
    'queue:list': () => station.queue(),
    'sync:retry-now': () => {
      station.retryNow()
      return ok(null)
    },
    'settings:change': (patch) => station.changeSettings(patch),
    'view:remember': ({ view }) => {
      const remembered = station.changeSettings({ view })
      return remembered.ok ? ok(null) : remembered
    },
    'places:remember': ({ places }) => station.rememberPlaces(places),
    'lock:status': () => station.ask('lock:status', null) as Promise<StationResult>,
    'screens:joined': () => {
      const joined = link.station()
      return joined === undefined
        ? fail('not-allowed', 'This screen was disconnected')
        : ok({ name: joined.name, address: addressText(joined), screenName: station.name() })
    },
    'screens:move': async ({ address }) => {
      const outcome = await link.moveTo(address)
      if (outcome === 'moved') station.reconnect()
      return ok({ outcome })
    },
    'promotion:status': () => parts.promotion.status(),
    'promotion:begin': (args) => parts.promotion.begin(args),
    'screens:leave': () => {
      parts.leave()
      return ok(null)
    },
  }
}

/** The handlers of a screen's window, each as its row says. */
function createScreenHandlers(parts: ScreenHandlerParts): CallHandlers {
  const { station } = parts
  const local: Partial<Record<CallName, unknown>> = localHandlers(parts)
  const handlerOf = (call: CallName): unknown => {
    switch (callRow(call).atScreen) {
      case 'tap':
      case 'kept':
      case 'local':
      case 'both':
        return local[call]
      // The row belongs to the name of the call, which the compiler cannot follow.
      case 'station':
        return (args: unknown) => station.ask(call as CallsAtScreen<'station'>, args)
      case 'forwarded':
        return (args: unknown) => {
          station.notifyStation(call as CallsAtScreen<'forwarded'>, args)
          return ok(null)
        }
      case 'unavailable':
        return () => fail('not-allowed', 'This is done at the station')
    }
  }
  // Each call has the handler of its way, which the compiler cannot follow through a list.
  return Object.fromEntries(CALLS.map((call) => [call, handlerOf(call)])) as unknown as CallHandlers
}

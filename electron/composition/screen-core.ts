import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ok } from '../../shared/result.ts'
import type { ScreenRole } from '../../shared/views.ts'
import { createCallExecutor } from '../ipc/calls.ts'
import { createScreenStation } from '../screens/link/screen-station.ts'
import { openCopyStore } from '../screens/moving/copy-store.ts'
import { eraseScreenOrders, SCREEN_FILES } from '../screens/moving/screen-files.ts'
import type { JoinedLink } from '../screens/pairing/joined-link.ts'
import { readJoinedStation, saveJoinedStation } from '../screens/pairing/joined-station.ts'
import { createPromotion, type PromotionParts } from '../screens/promote-to-station.ts'
import { createAdmission } from '../station/admission.ts'
import { openBoardStore } from '../storage/board-store.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { openScreenStore } from '../storage/screen-store.ts'
import type { AppCore, AppCoreParts } from './app-core.ts'
import { createScreenHandlers } from './screen-handlers.ts'

export type ScreenCoreParts = Pick<AppCoreParts, 'profile' | 'version' | 'clock' | 'log'> & {
  readonly provisionFile?: AppCoreParts['provisionFile']
  readonly attention?: AppCoreParts['attention']
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
export function openScreenCore(parts: ScreenCoreParts): AppCore {
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

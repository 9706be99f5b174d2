import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CallResult, CallValue } from '../../shared/contract/contract.ts'
import type { PromotionOutcome } from '../../shared/contract/promotion.ts'
import { messageOf, ok, type Result } from '../../shared/result.ts'
import { partsOfKey, SLOTS, type Slot } from '../../shared/ticket/ticket-key.ts'
import type { Log } from '../logging/log-port.ts'
import { accountOf, accountOfSlot } from '../secrets/credentials.ts'
import type { SecretStore, SecretTrouble } from '../secrets/secret-store.ts'
import {
  type CarryTrouble,
  dropIncoming,
  placeIncoming,
  prepareIncoming,
  prepareNewLedger,
} from '../storage/carry-ledger.ts'
import { openConnectionFiles } from '../storage/connection-files.ts'
import { removeDatabase } from '../storage/durable-files.ts'
import type { Ledger } from '../storage/ports.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { storageTroubleOf } from '../storage/trouble.ts'
import type { TimeService } from '../sync/clock.ts'
import type { ScreenCore } from './link/screen-core.ts'
import { adoptBoard, knowledgeOfSlot } from './moving/adopt-board.ts'
import type { TransferTrouble } from './moving/ledger-transfer.ts'

/**
 * Makes this screen the main computer when staff decide so, because the main computer is gone or has handed over its
 * role.
 */
export interface Promotion {
  status(): CallResult<CallValue<'promotion:status'>>
  begin(): Promise<CallResult<CallValue<'promotion:begin'>>>
}

export type PromotionParts = {
  readonly profile: string
  readonly role: Pick<RoleFile, 'becomeMain'>
  /** The public key of this machine's link. */
  readonly ownKey: () => Promise<string | undefined>
  /** Where this machine may still have the credentials of its time as a main computer. */
  readonly secrets: Pick<SecretStore, 'erase'>
  readonly restart: () => void
}

export function createPromotion(
  parts: PromotionParts & {
    readonly core: Pick<ScreenCore, 'fetchLedger' | 'knowledge' | 'linkState' | 'takeRole' | 'wasHandedOver'>
    readonly clock: Pick<TimeService, 'platform'>
    readonly log: Log
  },
): Promotion {
  const { profile, role, ownKey, secrets, restart, core, clock, log } = parts
  const isMainThere = (): boolean => core.linkState() !== 'station-away'
  let isUnderWay = false

  const files = openConnectionFiles(profile)
  const adopt = (ledger: Ledger, slot: Slot = 1): void =>
    adoptBoard(ledger, knowledgeOfSlot(core.knowledge(), slot), clock.platform(), randomUUID)

  /** Prepares the main computer's own ledger. */
  const prepareHandedOver = async (key: string): Promise<Result<unknown, PromoteTrouble>> => {
    const fetched = join(profile, FETCHED)
    try {
      const sent = await core.fetchLedger(fetched)
      return sent.ok ? prepareIncoming(profile, fetched, false, key, adopt) : sent
    } finally {
      rmSync(fetched, { force: true })
    }
  }
  const prepareSlot = (slot: Slot): Result<unknown, PromoteTrouble> =>
    prepareNewLedger(files.folderOf(slot), (ledger) => {
      const { settings } = core.knowledge()
      if (settings !== undefined) ledger.facts.settings.set(settings)
      adopt(ledger, slot)
    })
  /** Prepares a new ledger for each connection with what this screen knows. The credentials are entered anew. */
  const prepareFromBoard = (): Result<unknown, PromoteTrouble> => {
    const known = core.knowledge()
    for (const slot of FURTHER_SLOTS) {
      const mark = known.tickets.find(({ orderId }) => partsOfKey(orderId).slot === slot)?.connection
      if (mark === undefined) continue
      files.prepare(slot, { ...mark, isPaused: false })
      const prepared = prepareSlot(slot)
      if (!prepared.ok) return prepared
    }
    return prepareSlot(1)
  }

  /** What this machine had as a main computer of its own is not of this kitchen: its platforms must not be polled again. */
  const endEarlier = (isFromBoard: boolean): void => {
    const { tickets } = core.knowledge()
    const isKnown = (slot: Slot): boolean =>
      isFromBoard && tickets.some(({ orderId, connection: mark }) => mark && partsOfKey(orderId).slot === slot)
    for (const slot of files.slots()) if (slot !== 1 && !isKnown(slot)) files.prepareEnd(slot)
  }

  const attempt = async (): Promise<PromotionOutcome> => {
    const isGone = !isMainThere()
    if (!isGone && !core.wasHandedOver()) return 'station-answers'
    const key = isGone ? '' : await ownKey()
    if (key === undefined) return 'keychain'
    if (!(await eraseCredentials(profile, secrets))) return 'keychain'
    endEarlier(isGone)
    const prepared = isGone ? prepareFromBoard() : await prepareHandedOver(key)
    if (!prepared.ok) {
      log.warn('not-promoted', { code: prepared.code })
      return OUTCOMES[prepared.code]
    }
    // The main computer must have recorded this, so that it does not take its role back.
    if (!isGone && !(await core.takeRole())) return 'not-noted'
    role.becomeMain()
    log.warn('promoted')
    restart()
    return 'done'
  }

  return {
    status() {
      const { tickets, taps } = core.knowledge()
      return ok({
        orders: tickets.length,
        taps: taps.length,
        isMainThere: isMainThere(),
        isHandedOver: core.wasHandedOver(),
      })
    },
    async begin() {
      if (isUnderWay) return ok({ outcome: 'disk' })
      isUnderWay = true
      let isDone = false
      try {
        const outcome = await attempt()
        isDone = outcome === 'done'
        return ok({ outcome })
      } catch (error) {
        log.error('promotion-failed', { error: messageOf(error) })
        return ok({ outcome: 'disk' })
      } finally {
        if (!isDone) dropPrepared(profile)
        isUnderWay = false
      }
    },
  }
}

/** Without a keychain there is nothing to erase, and nothing that a later start could connect with. */
const NO_KEYCHAIN: ReadonlySet<SecretTrouble> = new Set(['absent', 'no-library', 'no-session'])

/**
 * Credentials of an earlier kitchen of this machine would take that kitchen's orders to this board.
 * SECURITY: earlier-credentials (docs/security.md)
 */
async function eraseCredentials(profile: string, secrets: Pick<SecretStore, 'erase'>): Promise<boolean> {
  for (const slot of SLOTS) {
    const erased = await secrets.erase(accountOfSlot(accountOf(profile), slot))
    if (!erased.ok && !NO_KEYCHAIN.has(erased.code)) return false
  }
  return true
}

const FURTHER_SLOTS = SLOTS.filter((slot) => slot !== 1)

type PromoteTrouble = CarryTrouble | TransferTrouble

const OUTCOMES: Readonly<Record<PromoteTrouble, PromotionOutcome>> = {
  disk: 'disk',
  'handed-to-other': 'handed-to-other',
  'not-handed-over': 'station-answers',
  'not-noted': 'not-noted',
  damaged: 'damaged',
  'has-ledger': 'damaged',
  'no-ledger': 'damaged',
}

/**
 * Completes a promotion at the start: the prepared ledger becomes this profile's, and the screen's files are erased. May be
 * repeated after an interruption. Without a promotion a prepared ledger is removed.
 * @param now epoch ms
 */
export function completePromotion(
  profile: string,
  role: Pick<RoleFile, 'isBecomingMain' | 'isKnown' | 'clearRole'>,
  now: number,
): void {
  if (!role.isBecomingMain()) {
    // With damaged role files this may be a promotion that is not complete.
    if (role.isKnown()) dropPrepared(profile)
    return
  }
  const files = openConnectionFiles(profile)
  for (const slot of FURTHER_SLOTS) {
    files.completeEnd(slot)
    placeIncoming(files.folderOf(slot), now)
    files.placeIncoming(slot)
  }
  placeIncoming(profile, now)
  eraseScreenFiles(profile)
  role.clearRole()
}

/** The main computer's ledger, as it arrives. */
const FETCHED = 'ledger.db.opened'

/**
 * Removes what a promotion that was broken off has left: a ledger in readable form, which the screen must not have.
 * SECURITY: broken-promotion (docs/security.md)
 */
export function dropPrepared(profile: string): void {
  try {
    for (const name of [FETCHED, `${FETCHED}.part`]) rmSync(join(profile, name), { force: true })
    const files = openConnectionFiles(profile)
    for (const slot of SLOTS) {
      dropIncoming(files.folderOf(slot))
      files.dropIncoming(slot)
    }
  } catch (error) {
    // A disk that refuses it is asked again at the next start.
    if (storageTroubleOf(error) === undefined) throw error
  }
}

/** Names of a screen's files in its profile. */
export const SCREEN_FILES = {
  store: 'screen.db',
  board: 'screen-board.db',
} as const

/** Removes what a screen has of the shop's orders. Call while none of the files is open. */
export function eraseScreenOrders(profile: string): void {
  removeDatabase(join(profile, SCREEN_FILES.board))
}

/** Removes the files of a screen. Call while none of them is open. */
export function eraseScreenFiles(profile: string): void {
  removeDatabase(join(profile, SCREEN_FILES.store))
  eraseScreenOrders(profile)
}

/** Removes the sealed copies of ledgers that earlier versions kept. Nothing opens them any more. */
export function eraseSealedCopies(profile: string, log: Log): void {
  for (const name of ['station-copies', 'outgoing-copies']) {
    try {
      rmSync(join(profile, name), { recursive: true, force: true })
    } catch (error) {
      // The next start tries again.
      log.warn('old-copies-kept', { error: messageOf(error) })
    }
  }
}

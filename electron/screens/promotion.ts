import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CallResult, CallValue } from '../../shared/contract/contract.ts'
import type { PromotionOutcome } from '../../shared/contract/promotion.ts'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { dropIncoming, placeIncoming, prepareIncoming } from '../storage/carry-ledger.ts'
import { removeDatabase } from '../storage/durable-files.ts'
import type { Ledger } from '../storage/ports.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { storageTroubleOf } from '../storage/trouble.ts'
import type { TimeService } from '../sync/clock.ts'
import { copyAccountOf } from './ledger-copies.ts'
import type { ScreenCore } from './link/screen-core.ts'
import { createCopyKeys, ensureMainKey } from './moving/copy-keys.ts'
import type { CopyStore } from './moving/copy-store.ts'
import { type OpenTrouble, openCopy } from './moving/sealed-file.ts'

/**
 * Makes this screen the main computer when staff decide so, because the main computer is gone or has handed over its
 * role.
 */
export type Promotion = ReturnType<typeof createPromotion>

export type PromotionParts = {
  readonly profile: string
  readonly role: Pick<RoleFile, 'becomeMain'>
  readonly secrets: SecretStore
  /** The public key of this machine's link. */
  readonly ownKey: () => Promise<string | undefined>
  readonly restart: () => void
}

export function createPromotion(
  parts: PromotionParts & {
    readonly core: Pick<ScreenCore, 'fullTickets' | 'linkState' | 'unjudgedTaps' | 'snapshot' | 'takeRole'>
    readonly copyStore: CopyStore
    readonly clock: Pick<TimeService, 'platform'>
    readonly log: Log
  },
) {
  const { profile, role, secrets, ownKey, restart, core, copyStore, clock, log } = parts
  const isMainThere = (): boolean => core.linkState() !== 'station-away'
  const isHandedOver = (): boolean => core.snapshot().freshness.trouble === 'handed-over'
  let isUnderWay = false

  /**
   * Prepares the newest copy of this screen as the ledger of a main computer, one generation later. No main computer
   * polls with it before `placeIncoming` is called.
   * @param key the public key of this machine's link
   * @param isGone the main computer is gone: its copy is used without a hand-over
   */
  const prepareNewestCopy = async (
    code: string,
    key: string,
    isGone: boolean,
  ): Promise<Result<null, PromoteTrouble>> => {
    const [newest] = await copyStore.list()
    if (newest === undefined) return fail('none-kept', 'this screen keeps no copy')
    const opened = join(profile, OPENED)
    try {
      const copy = await openCopy(newest.path, opened, code)
      if (!copy.ok) return copy
      const account = copyAccountOf(profile)
      const mainKey = await ensureMainKey(secrets, account)
      const orderIds = core.fullTickets().map(({ orderId }) => orderId)
      const prepared = prepareIncoming(profile, opened, isGone, key, (ledger) => {
        adjustLedger(ledger, orderIds, clock.platform())
        // Without the keychain a new code has to be made here before copies continue.
        if (mainKey.ok)
          createCopyKeys({ store: ledger.facts.copyKeys, secrets, account }).adopt(mainKey.value, copy.value.key)
      })
      if (prepared.ok) return ok(null)
      const { code: trouble, message } = prepared
      return fail(
        trouble === 'has-ledger' || trouble === 'no-ledger' || trouble === 'damaged' ? 'changed' : trouble,
        message,
      )
    } finally {
      rmSync(opened, { force: true })
    }
  }

  const attempt = async (code: string): Promise<PromotionOutcome> => {
    const isGone = !isMainThere()
    if (!isGone && !isHandedOver()) return 'station-answers'
    const key = await ownKey()
    if (key === undefined) return 'keychain'
    const prepared = await prepareNewestCopy(code, key, isGone)
    if (!prepared.ok) {
      log.warn('not-promoted', { code: prepared.code })
      return OUTCOMES[prepared.code]
    }
    if (isGone) {
      // The main computer may be reachable again.
      if (isMainThere()) return 'station-answers'
    } else if (!(await core.takeRole())) {
      // The main computer must have recorded this, so that it does not take its role back.
      return 'not-noted'
    }
    role.becomeMain()
    log.warn('promoted')
    restart()
    return 'done'
  }

  return {
    async status(): Promise<CallResult<CallValue<'promotion:status'>>> {
      const [newest] = await copyStore.list()
      return ok({
        ...(newest === undefined ? {} : { copyAt: newest.header.madeAt }),
        orders: core.fullTickets().length,
        taps: core.unjudgedTaps(),
        isMainThere: isMainThere(),
        isHandedOver: isHandedOver(),
      })
    },
    async begin({ code }: { readonly code: string }): Promise<CallResult<CallValue<'promotion:begin'>>> {
      if (isUnderWay) return ok({ outcome: 'disk' })
      isUnderWay = true
      let isDone = false
      try {
        const outcome = await attempt(code)
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

const OUTCOMES: Readonly<Record<PromoteTrouble, PromotionOutcome>> = {
  mistyped: 'mistyped',
  'wrong-code': 'wrong-code',
  disk: 'disk',
  'handed-to-other': 'handed-to-other',
  'not-handed-over': 'station-answers',
  'none-kept': 'no-copy',
  'no-copy': 'damaged',
  cut: 'damaged',
  changed: 'damaged',
}

/**
 * Completes a promotion at the start: the prepared ledger becomes that of this profile, and the screen's files are
 * erased. May be repeated after an interruption at any point; nothing polls before it is complete. Without a promotion the
 * prepared ledger of one that was broken off is removed.
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
  placeIncoming(profile, now)
  eraseScreenFiles(profile)
  role.clearRole()
}

/** File of the opened copy in the profile. */
const OPENED = 'ledger.db.opened'

/**
 * Removes what a promotion that was broken off has left: the ledger in readable form, which the screen must not have.
 * SECURITY: broken-promotion (docs/security.md)
 */
export function dropPrepared(profile: string): void {
  try {
    for (const name of [OPENED, `${OPENED}.part`]) rmSync(join(profile, name), { force: true })
    dropIncoming(profile)
  } catch (error) {
    // A disk that refuses it is asked again at the next start.
    if (storageTroubleOf(error) === undefined) throw error
  }
}

type PromoteTrouble = OpenTrouble | 'none-kept' | 'not-handed-over' | 'handed-to-other'

/**
 * Changes the copy for its new main computer: removes the screens of the former main computer, and marks every order
 * that this screen has seen to be read.
 * @param now platform time, epoch ms
 */
function adjustLedger(ledger: Ledger, orderIds: readonly string[], now: number): void {
  ledger.facts.devices.set('[]')
  ledger.markToRead(
    orderIds.filter((orderId) => ledger.order(orderId) === undefined),
    now,
  )
  // The orders may have changed since the copy: all open orders are read again.
  ledger.markOpenOrdersToRead(now)
}

/** Names of a screen's files in its profile. */
export const SCREEN_FILES = {
  store: 'screen.db',
  board: 'screen-board.db',
  /** The copies of the main computer's ledger. */
  copies: 'station-copies',
} as const

/** Removes what a screen has of the shop's orders. Call while none of the files is open. */
export function eraseScreenOrders(profile: string): void {
  removeDatabase(join(profile, SCREEN_FILES.board))
  rmSync(join(profile, SCREEN_FILES.copies), { recursive: true, force: true })
}

/** Removes the files of a screen. Call while none of them is open. */
export function eraseScreenFiles(profile: string): void {
  removeDatabase(join(profile, SCREEN_FILES.store))
  eraseScreenOrders(profile)
}

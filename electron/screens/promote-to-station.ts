import type { CallResult, CallValue } from '../../shared/contract.ts'
import type { PromotionOutcome } from '../../shared/promotion.ts'
import { messageOf, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { placeIncoming } from '../storage/carry-ledger.ts'
import type { RoleFile } from '../storage/role-file.ts'
import type { TimeService } from '../sync/clock.ts'
import { copyAccountOf } from './ledger-copies.ts'
import type { ScreenStation } from './link/screen-station-port.ts'
import type { CopyStore } from './moving/copy-store.ts'
import { dropPrepared, type PromoteTrouble, prepareNewestCopy } from './moving/promote.ts'
import { eraseScreenFiles } from './moving/screen-files.ts'

/** Makes this screen the station when staff decide so, because the station is gone or has handed over its role. */
export type Promotion = {
  status(): Promise<CallResult<CallValue<'promotion:status'>>>
  begin(args: { readonly code: string }): Promise<CallResult<CallValue<'promotion:begin'>>>
}

export type PromotionParts = {
  readonly profile: string
  readonly role: Pick<RoleFile, 'becomeStation'>
  readonly secrets: SecretStore
  /** The public key of this machine's link. */
  readonly ownKey: () => Promise<string | undefined>
  readonly restart: () => void
}

export function createPromotion(
  parts: PromotionParts & {
    readonly station: Pick<ScreenStation, 'fullTickets' | 'linkState' | 'unjudgedTaps' | 'snapshot' | 'takeRole'>
    readonly copyStore: CopyStore
    readonly clock: Pick<TimeService, 'platform'>
    readonly log: Log
  },
): Promotion {
  const { profile, role, secrets, ownKey, restart, station, copyStore, clock, log } = parts
  const isStationThere = (): boolean => station.linkState() !== 'station-away'
  const isHandedOver = (): boolean => station.snapshot().freshness.trouble === 'handed-over'
  let isUnderWay = false

  const attempt = async (code: string): Promise<PromotionOutcome> => {
    const isGone = !isStationThere()
    if (!isGone && !isHandedOver()) return 'station-answers'
    const key = await ownKey()
    if (key === undefined) return 'keychain'
    const prepared = await prepareNewestCopy({
      profile,
      copyStore,
      secrets,
      account: copyAccountOf(profile),
      code,
      ownKey: key,
      isGone,
      orderIds: station.fullTickets().map(({ orderId }) => orderId),
      now: clock.platform(),
    })
    if (!prepared.ok) {
      log.warn('not-promoted', { code: prepared.code })
      return outcomeOf(prepared.code)
    }
    if (isGone) {
      // The station may be reachable again.
      if (isStationThere()) return 'station-answers'
    } else if (!(await station.takeRole())) {
      // The station must have recorded this, so that it does not take its role back.
      return 'not-noted'
    }
    role.becomeStation()
    log.warn('promoted')
    restart()
    return 'done'
  }

  return {
    async status() {
      const [newest] = await copyStore.list()
      return ok({
        ...(newest === undefined ? {} : { copyAt: newest.header.madeAt }),
        orders: station.fullTickets().length,
        taps: station.unjudgedTaps(),
        isStationThere: isStationThere(),
        isHandedOver: isHandedOver(),
      })
    },
    async begin({ code }) {
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

function outcomeOf(trouble: PromoteTrouble): PromotionOutcome {
  switch (trouble) {
    case 'mistyped':
    case 'wrong-code':
    case 'disk':
    case 'handed-to-other':
      return trouble
    case 'not-handed-over':
      return 'station-answers'
    case 'none-kept':
      return 'no-copy'
    case 'no-copy':
    case 'cut':
    case 'changed':
      return 'damaged'
  }
}

/**
 * Completes a promotion at the start: the prepared ledger becomes that of this profile, and the screen's files are
 * erased. May be repeated after an interruption at any point; nothing polls before it is complete. Without a promotion the
 * prepared ledger of one that was broken off is removed.
 * @param now epoch ms
 */
export function completePromotion(
  profile: string,
  role: Pick<RoleFile, 'isBecomingStation' | 'isKnown' | 'clearRole'>,
  now: number,
): void {
  if (!role.isBecomingStation()) {
    // With damaged role files this may be a promotion that is not complete.
    if (role.isKnown()) dropPrepared(profile)
    return
  }
  placeIncoming(profile, now)
  eraseScreenFiles(profile)
  role.clearRole()
}

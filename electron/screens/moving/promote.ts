import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../shared/result.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { dropIncoming, prepareIncoming } from '../../storage/carry-ledger.ts'
import type { Ledger } from '../../storage/ports.ts'
import { storageTroubleOf } from '../../storage/trouble.ts'
import { createCopyKeys, ensureStationKey } from './copy-keys.ts'
import type { CopyStore } from './copy-store.ts'
import { type OpenTrouble, openCopy } from './open-copy.ts'

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

export type PromoteTrouble = OpenTrouble | 'none-kept' | 'not-handed-over' | 'handed-to-other'

/**
 * Changes the copy for its new station: removes the screens of the former station, and marks every order that this screen
 * has seen to be read.
 */
const ledgerAdjustment =
  (orderIds: readonly string[], now: number) =>
  (ledger: Ledger): void => {
    ledger.facts.devices.set('[]')
    ledger.markToRead(
      orderIds.filter((orderId) => ledger.order(orderId) === undefined),
      now,
    )
    // The orders may have changed since the copy: all open orders are read again.
    ledger.markOpenOrdersToRead(now)
  }

/**
 * Prepares the newest copy of this screen as the ledger of a station, one generation later. No station polls with it before
 * `placeIncoming` is called.
 * @param orderIds on the last board of this screen
 * @param now platform time, epoch ms
 */
export async function prepareNewestCopy(parts: {
  readonly profile: string
  readonly copyStore: Pick<CopyStore, 'list'>
  readonly secrets: SecretStore
  /** Where the keychain has this machine's key for copies. */
  readonly account: string
  readonly code: string
  /** The public key of this machine's link. */
  readonly ownKey: string
  /** The station is gone: its copy is used without a hand-over. */
  readonly isGone: boolean
  readonly orderIds: readonly string[]
  readonly now: number
}): Promise<Result<null, PromoteTrouble>> {
  const { profile, copyStore, secrets, account, code, ownKey, isGone, orderIds, now } = parts
  const [newest] = await copyStore.list()
  if (newest === undefined) return fail('none-kept', 'this screen keeps no copy')
  const opened = join(profile, OPENED)
  try {
    const copy = await openCopy(newest.path, opened, code)
    if (!copy.ok) return copy
    const stationKey = await ensureStationKey(secrets, account)
    const adjust = ledgerAdjustment(orderIds, now)
    const prepared = prepareIncoming(profile, opened, isGone, ownKey, (ledger) => {
      adjust(ledger)
      // Without the keychain a new code has to be made here before copies continue.
      if (stationKey.ok)
        createCopyKeys({ store: ledger.facts.copyKeys, secrets, account }).adopt(stationKey.value, copy.value.key)
    })
    if (prepared.ok) return ok(null)
    const { code: trouble, message } = prepared
    return fail(
      trouble === 'has-ledger' || trouble === 'no-ledger' || trouble === 'damaged' ? 'changed' : trouble,
      message,
    )
  } finally {
    if (existsSync(opened)) rmSync(opened, { force: true })
  }
}

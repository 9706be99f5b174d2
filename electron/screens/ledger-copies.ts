import { join } from 'node:path'
import type { CopiesState } from '../../shared/contract/screens.ts'
import { messageOf, type Result } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import { accountOf } from '../secrets/credentials.ts'
import type { SecretStore, SecretTrouble } from '../secrets/secret-store.ts'
import { latestVersion } from '../storage/migration.ts'
import { LEDGER } from '../storage/migrations/ledger-migrations.ts'
import type { Facts } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { Backups } from '../upkeep/upkeep.ts'
import { createCopyKeys } from './moving/copy-keys.ts'
import { createCopySender } from './moving/copy-transfer.ts'
import type { HandOver } from './moving/hand-over.ts'
import { createCopyMaker } from './moving/sealed-file.ts'
import type { DeviceRegistry } from './pairing/device-registry.ts'

/** Folder of the sealed file that waits for the screens, in the profile of a main computer. */
const OUTGOING_FOLDER = 'outgoing-copies'

/** The keychain account of this machine's key for copies. */
export const copyAccountOf = (profile: string): string => `${accountOf(profile)}-copies`

/** The parts of a main computer from which copies of its ledger are made. */
export type CopiedCore = {
  readonly facts: Facts
  readonly backups: Backups
  readonly handOver: HandOver
}

/** Seals each verified backup of the ledger and offers it to the screens. Without a recovery code nothing is sealed. */
export function createLedgerCopies(parts: {
  readonly core: CopiedCore
  readonly devices: Pick<DeviceRegistry, 'recordCopy' | 'list'>
  readonly secrets: SecretStore
  readonly profile: string
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
}) {
  const { core, devices, secrets, profile, clock, log } = parts
  const generation = (): number => core.facts.generation.get() ?? 0
  const keys = createCopyKeys({ store: core.facts.copyKeys, secrets, account: copyAccountOf(profile) })
  const maker = createCopyMaker({
    folder: join(profile, OUTGOING_FOLDER),
    keys,
    generation,
    ledgerVersion: latestVersion(LEDGER.migrations),
  })
  const copySender = createCopySender({
    clock,
    log,
    onHeld(deviceId, held) {
      // A screen may come from another shop.
      if (held.shop !== keys.shop()) return
      if (held.generation === generation()) keys.recordSequence(held.sequence)
      devices.recordCopy(deviceId, held.madeAt)
    },
    onTaken(deviceId) {
      const handed = core.handOver.state()
      const key = devices.list().find(({ id }) => id === deviceId)?.key
      if (handed?.isSettled !== true || key === undefined || handed.to !== key) return false
      const isNoted = core.handOver.recordTaken()
      if (isNoted) log.warn('role-taken')
      return isNoted
    },
  })
  let state: CopiesState = 'no-code'
  let endRenewals = (): void => undefined
  const enqueue = createSerialQueue()

  const seal = async (backup: { readonly path: string; readonly at: number }): Promise<void> => {
    if (devices.list().length === 0) return
    // Work that was under way at the hand-over is still stored: the copy of the next start contains it.
    if (core.handOver.state()?.isSettled === false) return
    const sealed = await maker.seal(backup)
    if (sealed.ok) {
      state = 'ready'
      log.info('copy-sealed', { count: sealed.value.facts.bytes })
      copySender.offer(sealed.value)
      return
    }
    if (sealed.code !== 'no-code') log.warn('copy-not-sealed', { code: sealed.code })
    state =
      sealed.code === 'no-code' || sealed.code === 'other-keychain' || sealed.code === 'too-large'
        ? sealed.code
        : 'keychain'
  }
  const renewNow = (): void => {
    core.backups.renew().catch((error: unknown) => log.warn('backup-failed', { error: messageOf(error) }))
  }

  return {
    copySender,
    /** The code that opens the copies of the ledger on screens. */
    recoveryCode: {
      state: (): CopiesState => (keys.hasCode() ? (state === 'no-code' ? 'ready' : state) : 'no-code'),
      /** Makes a new code, which is not stored. */
      async renew(): Promise<Result<string, SecretTrouble>> {
        const code = await keys.newCode()
        if (!code.ok) return code
        log.info('recovery-code-made')
        state = 'ready'
        // Earlier copies need the earlier code.
        renewNow()
        return code
      },
    },
    start(): void {
      endRenewals = core.backups.onRenewed((backup) =>
        watchPromise(
          enqueue(() => seal(backup)),
          log,
          'copy-not-sealed',
        ),
      )
      // After a hand-over the receiver waits for a copy. The ledger no longer changes, so this copy is the last.
      if (core.handOver.state() !== undefined) renewNow()
    },
    async stop(): Promise<void> {
      endRenewals()
      await enqueue(async () => undefined)
    },
  }
}

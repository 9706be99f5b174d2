import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { fail, messageOf, ok, type Result } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import type { Clock } from '../../sync/clock.ts'
import type { Backups } from '../../upkeep/upkeep.ts'
import type { HandOver } from './hand-over.ts'

/** The ledger of a main computer that has handed over goes to its successor over their paired link, part by part. */

const count = z.number().int().min(0)
/** Bytes of one part. A board message waits for at most one part. */
const PART_BYTES = 49_152
const MAX_PART_CHARACTERS = 65_536
/** A shop's ledger has a few MB. */
const MAX_LEDGER_BYTES = 256 * 1_048_576

/** `not-handed-over`: the main computer has its role, or restarts first. */
const REFUSALS = ['not-handed-over', 'handed-to-other', 'disk'] as const
type TransferRefusal = (typeof REFUSALS)[number]

export const ledgerFromScreen = [
  /** Requests the part of the ledger at this offset. */
  z.strictObject({ kind: z.literal('ledger-next'), offset: count }),
  /** The screen has opened the ledger and becomes the main computer after the answer. */
  z.strictObject({ kind: z.literal('role-taken') }),
] as const

export const ledgerFromMain = [
  /** `bytes`: of the whole ledger. `data` in base64. */
  z.strictObject({
    kind: z.literal('ledger-part'),
    offset: count,
    bytes: count.max(MAX_LEDGER_BYTES),
    data: z.base64().max(MAX_PART_CHARACTERS),
  }),
  z.strictObject({ kind: z.literal('ledger-refused'), reason: z.enum(REFUSALS) }),
  /** The answer to `role-taken`. True: the main computer has stored durably that the screen has the role. */
  z.strictObject({ kind: z.literal('role-noted'), isYours: z.boolean() }),
] as const

export type LedgerFromScreen = z.infer<(typeof ledgerFromScreen)[number]>
export type LedgerFromMain = z.infer<(typeof ledgerFromMain)[number]>

/** At most 2.4 MB/s, and 500 messages in the 10 s in which a screen may send 2,000. */
const PAUSE_MS = 20

function partOf(path: string, offset: number): LedgerFromMain {
  const file = openSync(path, 'r')
  try {
    const part = Buffer.alloc(PART_BYTES)
    const length = readSync(file, part, 0, PART_BYTES, offset)
    const data = part.subarray(0, length).toString('base64')
    return { kind: 'ledger-part', offset, bytes: statSync(path).size, data }
  } finally {
    closeSync(file)
  }
}

export interface LedgerSender {
  /** Handles a message of a screen. */
  take(deviceId: string, message: LedgerFromScreen, send: (answer: LedgerFromMain) => void): void
}

export function createLedgerSender(parts: {
  readonly handOver: Pick<HandOver, 'state' | 'recordTaken'>
  readonly backups: Backups
  /** The public key of a screen. */
  readonly keyOf: (deviceId: string) => string | undefined
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
}): LedgerSender {
  const { handOver, backups, keyOf, clock, log } = parts
  let newest = ''
  backups.onRenewed(({ path }) => {
    newest = path
  })

  /** Work that was under way at the hand-over is still stored: the ledger is final after the next start. */
  const refusalFor = (deviceId: string): TransferRefusal | undefined => {
    const handed = handOver.state()
    if (handed?.isSettled !== true) return 'not-handed-over'
    const key = keyOf(deviceId)
    // SECURITY: ledger-for-successor (docs/security.md). It has all orders, and two takers would both poll.
    return key === undefined || handed.to !== key ? 'handed-to-other' : undefined
  }
  const answerNext = async (deviceId: string, offset: number): Promise<LedgerFromMain> => {
    const reason = refusalFor(deviceId)
    if (reason !== undefined) return { kind: 'ledger-refused', reason }
    try {
      if (offset === 0) await backups.renew()
      return partOf(newest, offset)
    } catch (error) {
      log.warn('ledger-not-sent', { error: messageOf(error) })
      return { kind: 'ledger-refused', reason: 'disk' }
    }
  }

  return {
    take(deviceId, message, send) {
      if (message.kind === 'ledger-next') {
        clock.setTimer(PAUSE_MS, () => void answerNext(deviceId, message.offset).then(send))
        return
      }
      const isYours = refusalFor(deviceId) === undefined && handOver.recordTaken()
      if (isYours) log.warn('role-taken')
      send({ kind: 'role-noted', isYours })
    },
  }
}

/** Longer than a main computer needs to check and copy its ledger. */
const ANSWER_MS = 60_000
const FILE_MODE = 0o600

/** `not-noted`: no answer. */
export type TransferTrouble = TransferRefusal | 'not-noted'

export interface LedgerReceiver {
  /** Writes the main computer's ledger to this file. */
  fetch(path: string): Promise<Result<null, TransferTrouble>>
  /** Reports to the main computer that this screen takes the role. False: refused, or no answer. */
  takeRole(): Promise<boolean>
  receive(message: LedgerFromMain): void
  /** Call when the connection has ended. */
  stop(): void
}

export function createLedgerReceiver(
  send: (message: LedgerFromScreen) => void,
  clock: Pick<Clock, 'setTimer'>,
): LedgerReceiver {
  let onAnswer = (_answer: LedgerFromMain | undefined): void => undefined
  const ask = (message: LedgerFromScreen): Promise<LedgerFromMain | undefined> => {
    const { promise, resolve } = Promise.withResolvers<LedgerFromMain | undefined>()
    const cancel = clock.setTimer(ANSWER_MS, () => resolve(undefined))
    onAnswer = resolve
    send(message)
    return promise.finally(cancel)
  }
  const fetchInto = async (file: number): Promise<Result<null, TransferTrouble>> => {
    let offset = 0
    for (;;) {
      const answer = await ask({ kind: 'ledger-next', offset })
      if (answer?.kind === 'ledger-refused') return fail(answer.reason, 'the main computer sends no ledger')
      if (answer?.kind !== 'ledger-part' || answer.offset !== offset) return fail('not-noted', 'no answer')
      const data = Buffer.from(answer.data, 'base64')
      if (data.length === 0) return fail('disk', 'the ledger ends early')
      writeSync(file, data)
      offset += data.length
      if (offset >= answer.bytes) return ok(null)
    }
  }
  return {
    async fetch(path) {
      try {
        const file = openSync(path, 'w', FILE_MODE)
        try {
          return await fetchInto(file)
        } finally {
          closeSync(file)
        }
      } catch (error) {
        return fail('disk', messageOf(error))
      }
    },
    takeRole: async () => {
      const answer = await ask({ kind: 'role-taken' })
      return answer?.kind === 'role-noted' && answer.isYours
    },
    receive: (message) => onAnswer(message),
    stop: () => onAnswer(undefined),
  }
}

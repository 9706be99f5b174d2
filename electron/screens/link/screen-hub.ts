import { callRow, type ScreenCall } from '../../../shared/contract/calls.ts'
import type { CallResult } from '../../../shared/contract/contract.ts'
import type { ScreenUse } from '../../../shared/contract/screens.ts'
import { fail, messageOf, ok } from '../../../shared/result.ts'
import type { Admit } from '../../core/admission.ts'
import type { Core } from '../../core/core.ts'
import type { LockSession } from '../../lock/pin-lock.ts'
import type { Log } from '../../logging/log-port.ts'
import type { ExecutedMark, Fact } from '../../storage/ports.ts'
import type { Clock } from '../../sync/clock.ts'
import type { LedgerSender } from '../moving/ledger-transfer.ts'
import {
  type Assignment,
  type PairedDevice,
  type ScreenChannel,
  type ScreenListener,
  writeMessage,
} from './link-messages.ts'
import { createScreenConnection, type ScreenConnection } from './screen-connection.ts'

export type HubParts = {
  readonly listener: ScreenListener
  readonly core: Pick<Core, 'snapshot' | 'onDelta' | 'receiveTap'>
  /** For taps; `answer` asks for each call. */
  readonly admit: Admit
  /** Executes a call of the contract. Checks its arguments, its admission and its result. */
  readonly answer: (call: ScreenCall, args: unknown, admits: () => boolean) => Promise<CallResult<unknown>>
  /** Called when a device reports its use. */
  readonly onUse: (deviceId: string, use: ScreenUse, appliedId: string | undefined) => void
  readonly assignments: {
    assignment(deviceId: string): Assignment | undefined
    onChanged(listener: (deviceId: string) => void): void
  }
  /** Absent: there is no ledger to send. */
  readonly ledgerSender?: LedgerSender | undefined
  /** The marks that earlier runs executed. */
  readonly marks: Fact<readonly ExecutedMark[]>
  /** Makes a lock session for one device: a PIN that was entered on one screen unlocks no other. */
  readonly newLockSession: () => LockSession
  readonly programVersion: string
  readonly clock: Pick<Clock, 'monotonic' | 'platform' | 'setTimer'>
  readonly log: Log
}

export interface ScreenHub {
  /** Listens; resolves to the port. */
  start(): Promise<number>
  stop(): Promise<void>
}

/** Accepts all screens of a main computer and sends them the board. */
export function createScreenHub(parts: HubParts): ScreenHub {
  const { listener, core, clock, log } = parts
  const connections = new Set<ScreenConnection>()
  const sessions = new Map<string, LockSession>()
  const marks = createMarkMemory({ store: parts.marks, clock, log })
  let boardVersion = core.snapshot().version
  let endDeltas = (): void => undefined

  const sessionOf = ({ id }: PairedDevice): LockSession => {
    const known = sessions.get(id)
    if (known !== undefined) return known
    const opened = parts.newLockSession()
    sessions.set(id, opened)
    return opened
  }

  const answerFor =
    (device: PairedDevice) =>
    async (call: ScreenCall, args: unknown): Promise<CallResult<unknown>> => {
      const session = sessionOf(device)
      if (call === 'lock:status') return { ok: true, value: session.status() }
      if (call === 'lock:lock-now') return session.lockNow()
      if (call === 'lock:unlock') {
        const pin: unknown = typeof args === 'object' && args !== null ? Reflect.get(args, 'pin') : undefined
        return typeof pin === 'string' ? session.unlock(pin) : fail('bad-arguments', 'A PIN is digits')
      }
      return parts.answer(call, callRow(call).isSigned ? { ...Object(args), by: device.name } : args, session.admits)
    }

  const accept = (channel: ScreenChannel, device: PairedDevice): void => {
    const connection = createScreenConnection({
      channel,
      device,
      programVersion: parts.programVersion,
      clock,
      log,
      // Each screen has its own places of tickets.
      snapshot: () => ({ ...core.snapshot(), places: undefined }),
      boardVersion: () => boardVersion,
      receiveTap: (tap) => parts.admit('order:act', sessionOf(device).admits) ?? core.receiveTap(tap),
      answer: answerFor(device),
      receiveMark: ({ id, call, args }) => marks.once(device.id, id, () => answerFor(device)(call, args)),
      onUse: (use, appliedId) => parts.onUse(device.id, use, appliedId),
      assignment: () => parts.assignments.assignment(device.id),
      ledgerSender: parts.ledgerSender,
      onOpen: () => {
        // Messages of an older connection of this device would be out of order.
        for (const other of connections) {
          if (other !== connection && other.device.id === device.id) other.close('it has connected again')
        }
      },
      onClosed: () => connections.delete(connection),
    })
    connections.add(connection)
  }

  parts.assignments.onChanged((id) => {
    for (const connection of connections) if (connection.device.id === id) connection.sendAssignment()
  })

  return {
    async start() {
      endDeltas = core.onDelta((delta) => {
        boardVersion = delta.version
        if (connections.size === 0) return
        const text = writeMessage({ kind: 'delta', delta })
        for (const connection of connections) connection.sendDelta(delta, text)
      })
      boardVersion = core.snapshot().version
      try {
        return await listener.start(accept)
      } catch (error) {
        endDeltas()
        throw error
      }
    },
    async stop() {
      endDeltas()
      for (const connection of [...connections]) connection.close('the main computer ends')
      await listener.stop()
    },
  }
}

/** As many as a screen keeps without an answer (kept-items.ts). */
const MAX_MARKS = 2_000
/** A screen sends no older mark: it removes its orders after a day without the main computer. */
const KEPT_MS = 24 * 60 * 60_000
/** More than can be without an answer when the main computer ends. Each mark writes them all. */
const MAX_KEPT = 300

type MarkMemoryParts = {
  readonly store: Fact<readonly ExecutedMark[]>
  readonly clock: Pick<Clock, 'platform'>
  readonly log: Pick<Log, 'error'>
}

/**
 * A screen sends a mark again when its answer was lost, also after the main computer was started anew. Executed twice, an old
 * mark would undo a newer one of another screen.
 */
export function createMarkMemory({ store, clock, log }: MarkMemoryParts) {
  /** Those of this run, by device and mark. */
  const results = new Map<string, Promise<CallResult<unknown>>>()

  const record = (mark: ExecutedMark): void => {
    const recent = store.get().filter(({ at }) => mark.at - at < KEPT_MS)
    try {
      store.set([...recent, mark].slice(-MAX_KEPT))
    } catch (error) {
      // It stays known for this run.
      log.error('storage-refused', { error: messageOf(error) })
    }
  }
  const ofEarlierRun = (deviceId: string, markId: string): CallResult<unknown> | undefined => {
    const mark = store.get().find((each) => each.deviceId === deviceId && each.id === markId)
    if (mark === undefined) return undefined
    if (mark.refusal === undefined) return ok(null)
    return fail(mark.refusal, 'refused before')
  }

  return {
    /** Executes a mark of a device, or returns the result of its first execution. */
    once(deviceId: string, markId: string, execute: () => Promise<CallResult<unknown>>): Promise<CallResult<unknown>> {
      const key = `${deviceId} ${markId}`
      const known = results.get(key)
      if (known !== undefined) return known
      const earlier = ofEarlierRun(deviceId, markId)
      if (earlier !== undefined) return Promise.resolve(earlier)
      const result = execute().then(
        (answer) => {
          // The screen sends it again until it is stored.
          if (!answer.ok && answer.code === 'storage') results.delete(key)
          else record({ deviceId, id: markId, at: clock.platform(), ...(answer.ok ? {} : { refusal: answer.code }) })
          return answer
        },
        (defect: unknown) => {
          results.delete(key)
          throw defect
        },
      )
      results.set(key, result)
      const [oldest] = results.keys()
      if (results.size > MAX_MARKS && oldest !== undefined) results.delete(oldest)
      return result
    },
  }
}

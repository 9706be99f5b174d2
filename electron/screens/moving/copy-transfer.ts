import { z } from 'zod'
import { createSerialQueue } from '../../../shared/serial-queue.ts'
import { type Log, watchPromise } from '../../logging/log-port.ts'
import type { Clock } from '../../sync/clock.ts'
import type { CopyStore, CopyTrouble, IncomingCopy } from './copy-store.ts'
import { type CopyFacts, copyFactsSchema, isNewer, type SealedCopy } from './sealed-file.ts'

const count = z.number().int().min(0)
/** Bytes of one part. A board message waits for at most one part. */
export const PART_BYTES = 49_152
const MAX_PART_CHARACTERS = 65_536

/** The newest copy on a screen's disk, after its check. */
const heldCopySchema = copyFactsSchema.pick({ shop: true, generation: true, sequence: true, madeAt: true })
export type HeldCopy = Readonly<z.infer<typeof heldCopySchema>>

const COPY_REFUSALS = ['older', 'too-large', 'damaged', 'disk'] as const

export const copyFromScreen = [
  /** Sent after the hello message and after each complete copy. Null: the screen holds none. */
  z.strictObject({ kind: z.literal('copy-held'), held: heldCopySchema.nullable() }),
  /** Requests the part of the announced copy at this offset. */
  z.strictObject({ kind: z.literal('copy-next'), sequence: count, offset: count }),
  z.strictObject({ kind: z.literal('copy-refused'), sequence: count, reason: z.enum(COPY_REFUSALS) }),
  /** The screen has opened the ledger and becomes the main computer after the answer. */
  z.strictObject({ kind: z.literal('role-taken') }),
] as const

export const copyFromMain = [
  z.strictObject({ kind: z.literal('copy-offer'), copy: copyFactsSchema }),
  /** The answer to `role-taken`. True: the main computer has stored durably that the screen has the role. */
  z.strictObject({ kind: z.literal('role-noted'), isYours: z.boolean() }),
  /** `data` in base64. */
  z.strictObject({
    kind: z.literal('copy-part'),
    sequence: count,
    offset: count,
    data: z.base64().max(MAX_PART_CHARACTERS),
  }),
] as const

type CopyFromScreen = z.infer<(typeof copyFromScreen)[number]>
export type CopyFromMain = z.infer<(typeof copyFromMain)[number]>

/** Pause between two parts: at most 2.4 MB/s, and 500 messages in the 10 s in which a screen may send 2,000. */
const PAUSE_MS = 20
/** With more unsent bytes, board messages go first. */
const MAX_UNSENT_BYTES = 64 * 1_024
/** A screen that requests nothing for this time is skipped until it reconnects or a newer copy exists. */
const MAX_SILENCE_MS = 30_000

/** The connection to one screen, for copies. */
type CopyLine = {
  send(message: CopyFromMain): void
  unsentBytes(): number
}

export type CopySender = ReturnType<typeof createCopySender>

type Receiver = {
  readonly deviceId: string
  readonly line: CopyLine
  /** The screen has reported which copy it holds; nothing is sent before. */
  hasGreeted: boolean
  held: HeldCopy | undefined
  /** The copy that is not offered to it again. */
  givenUp: SealedCopy | undefined
}

/** Sends the newest sealed copy to one screen after the other. Screens request each part, so none can be flooded. */
export function createCopySender(parts: {
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
  /** Called when a screen reports that it has stored and checked this copy. */
  readonly onHeld: (deviceId: string, held: HeldCopy) => void
  /** Called when a screen takes the role. False: the role was not handed to it. Durable on return. */
  readonly onTaken: (deviceId: string) => boolean
}) {
  const { clock, log, onHeld, onTaken } = parts
  const receivers = new Set<Receiver>()
  let current: SealedCopy | undefined
  let served: Receiver | undefined
  let cancelTimer = (): void => undefined

  const release = (): void => {
    cancelTimer()
    served = undefined
  }
  const hasCurrent = ({ held }: Receiver, { facts }: SealedCopy): boolean =>
    held !== undefined && held.shop === facts.shop && !isNewer(facts, held)

  const giveUp = (receiver: Receiver, reason: string): void => {
    log.warn('copy-not-taken', { reason })
    receiver.givenUp = current
    release()
    serveNext()
  }
  const expectMessage = (receiver: Receiver): void => {
    cancelTimer()
    cancelTimer = clock.setTimer(MAX_SILENCE_MS, () => giveUp(receiver, 'silent'))
  }
  function serveNext(): void {
    const copy = current
    if (served !== undefined || copy === undefined) return
    served = [...receivers].find((one) => one.hasGreeted && one.givenUp !== copy && !hasCurrent(one, copy))
    if (served === undefined) return
    expectMessage(served)
    served.line.send({ kind: 'copy-offer', copy: copy.facts })
  }
  const sendPart = (receiver: Receiver, copy: SealedCopy, offset: number): void => {
    cancelTimer()
    cancelTimer = clock.setTimer(PAUSE_MS, () => {
      if (receiver.line.unsentBytes() > MAX_UNSENT_BYTES) return sendPart(receiver, copy, offset)
      const part = copy.read(offset, PART_BYTES)
      if (part === undefined || part.length === 0) return giveUp(receiver, 'no-part')
      expectMessage(receiver)
      receiver.line.send({
        kind: 'copy-part',
        sequence: copy.facts.sequence,
        offset,
        data: part.toString('base64'),
      })
    })
  }

  return {
    /** Sends this copy to every screen, in place of an older one. */
    offer(copy: SealedCopy): void {
      current = copy
      // A screen in the middle of a transfer gets the newer copy instead.
      release()
      serveNext()
    },
    /** Adds a screen. Returns the receiver of its messages about copies; call `closed` when the connection ends. */
    connected(deviceId: string, line: CopyLine): { take(message: CopyFromScreen): void; closed(): void } {
      const receiver: Receiver = { deviceId, line, hasGreeted: false, held: undefined, givenUp: undefined }
      receivers.add(receiver)
      return {
        take(message) {
          switch (message.kind) {
            case 'copy-held':
              receiver.hasGreeted = true
              receiver.held = message.held ?? undefined
              if (message.held !== null) onHeld(deviceId, message.held)
              if (served === receiver && current !== undefined && hasCurrent(receiver, current)) release()
              serveNext()
              return
            case 'copy-next':
              if (served === receiver && current?.facts.sequence === message.sequence) {
                sendPart(receiver, current, message.offset)
              }
              return
            case 'role-taken':
              line.send({ kind: 'role-noted', isYours: onTaken(deviceId) })
              return
            case 'copy-refused':
              if (served === receiver && current?.facts.sequence === message.sequence) giveUp(receiver, message.reason)
              return
          }
        },
        closed() {
          receivers.delete(receiver)
          if (served !== receiver) return
          release()
          serveNext()
        },
      }
    },
  }
}

const ANSWER_MS = 10_000

/** Receives the copies of the main computer's ledger, part by part. */
export function createCopyReceiver(parts: {
  readonly copyStore: CopyStore
  readonly send: (message: CopyFromScreen) => void
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
}) {
  const { copyStore, send, clock, log } = parts
  let onNoted = (_isYours: boolean): void => undefined
  let incoming: { readonly facts: CopyFacts; readonly copy: IncomingCopy } | undefined
  /** Messages are handled one after the other. */
  const inSequence = createSerialQueue()

  const drop = (): void => {
    incoming?.copy.drop()
    incoming = undefined
  }
  const refuse = (sequence: number, reason: CopyTrouble): void => {
    log.warn('copy-refused', { reason })
    drop()
    send({ kind: 'copy-refused', sequence, reason })
  }
  const sendHeld = async (): Promise<void> => {
    const [newest] = await copyStore.list()
    if (newest === undefined) return send({ kind: 'copy-held', held: null })
    const { shop, generation, sequence, madeAt } = newest.header
    send({ kind: 'copy-held', held: { shop, generation, sequence, madeAt } })
  }
  const begin = async (facts: CopyFacts): Promise<void> => {
    drop()
    const begun = await copyStore.begin(facts)
    if (!begun.ok) return refuse(facts.sequence, begun.code)
    incoming = { facts, copy: begun.value }
    send({ kind: 'copy-next', sequence: facts.sequence, offset: 0 })
  }
  const add = async (sequence: number, offset: number, data: string): Promise<void> => {
    if (incoming === undefined || incoming.facts.sequence !== sequence || incoming.copy.length !== offset) return
    const { facts, copy } = incoming
    const added = copy.add(Buffer.from(data, 'base64'))
    if (!added.ok) return refuse(sequence, added.code)
    if (copy.length < facts.bytes) return send({ kind: 'copy-next', sequence, offset: copy.length })
    const finished = await copy.finish()
    incoming = undefined
    if (!finished.ok) return refuse(sequence, finished.code)
    log.info('copy-kept')
    await sendHeld()
  }
  const enqueue = (work: () => Promise<void>): void => watchPromise(inSequence(work), log, 'copy-failed')

  return {
    /** Reports to the main computer that this screen takes the role. False: refused, or no answer within 10 s. */
    takeRole(): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const cancel = clock.setTimer(ANSWER_MS, () => resolve(false))
      onNoted = resolve
      send({ kind: 'role-taken' })
      return promise.finally(cancel)
    },
    /** Call after a connection was made: reports the newest stored copy. */
    startOffers: (): void => enqueue(sendHeld),
    stopOffers(): void {
      onNoted(false)
      enqueue(async () => drop())
    },
    receive(message: CopyFromMain): void {
      if (message.kind === 'role-noted') onNoted(message.isYours)
      else if (message.kind === 'copy-offer') enqueue(() => begin(message.copy))
      else enqueue(() => add(message.sequence, message.offset, message.data))
    },
  }
}

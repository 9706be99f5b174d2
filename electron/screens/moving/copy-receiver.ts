import { createSerialQueue } from '../../../shared/serial-queue.ts'
import type { Log } from '../../logging/log-port.ts'
import { watchPromise } from '../../logging/watch-promise.ts'
import type { Clock } from '../../sync/clock.ts'
import type { CopyFacts } from './copy-maker.ts'
import type { CopyFromScreen, CopyFromStation } from './copy-messages.ts'
import type { CopyStore, CopyTrouble, IncomingCopy } from './copy-store.ts'

const ANSWER_MS = 10_000

/** Receives the copies of the station's ledger, part by part. */
export type CopyReceiver = {
  /** Call after a connection was made: reports the newest stored copy. */
  startOffers(): void
  stopOffers(): void
  receive(message: CopyFromStation): void
  /** Reports to the station that this screen takes the role. False: refused, or no answer within 10 s. */
  takeRole(): Promise<boolean>
}

export function createCopyReceiver(parts: {
  readonly copyStore: CopyStore
  readonly send: (message: CopyFromScreen) => void
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
}): CopyReceiver {
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
    takeRole() {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const cancel = clock.setTimer(ANSWER_MS, () => resolve(false))
      onNoted = resolve
      send({ kind: 'role-taken' })
      return promise.finally(cancel)
    },
    startOffers: () => enqueue(sendHeld),
    stopOffers() {
      onNoted(false)
      enqueue(async () => drop())
    },
    receive(message) {
      if (message.kind === 'role-noted') onNoted(message.isYours)
      else if (message.kind === 'copy-offer') enqueue(() => begin(message.copy))
      else enqueue(() => add(message.sequence, message.offset, message.data))
    },
  }
}

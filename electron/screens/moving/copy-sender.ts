import type { Log } from '../../logging/log-port.ts'
import type { Clock } from '../../sync/clock.ts'
import type { SealedCopy } from './copy-maker.ts'
import { type CopyFromScreen, type CopyFromStation, type HeldCopy, PART_BYTES } from './copy-messages.ts'

/** Pause between two parts: at most 2.4 MB/s, and 500 messages in the 10 s in which a screen may send 2,000. */
const PAUSE_MS = 20
/** With more unsent bytes, board messages go first. */
const MAX_UNSENT_BYTES = 64 * 1_024
/** A screen that requests nothing for this time is skipped until it reconnects or a newer copy exists. */
const MAX_SILENCE_MS = 30_000

/** The connection to one screen, for copies. */
export type CopyLine = {
  send(message: CopyFromStation): void
  unsentBytes(): number
}

export type CopySender = {
  /** Sends this copy to every screen, in place of an older one. */
  offer(copy: SealedCopy): void
  /** Adds a screen. Returns the receiver of its messages about copies; call `closed` when the connection ends. */
  connected(deviceId: string, line: CopyLine): { take(message: CopyFromScreen): void; closed(): void }
}

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
}): CopySender {
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
    held !== undefined &&
    held.shop === facts.shop &&
    (held.generation > facts.generation || (held.generation === facts.generation && held.sequence >= facts.sequence))

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
    offer(copy) {
      current = copy
      // A screen in the middle of a transfer gets the newer copy instead.
      release()
      serveNext()
    },
    connected(deviceId, line) {
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

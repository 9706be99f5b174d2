import { messageOf } from '../../../shared/result.ts'
import type { LinkTrouble } from '../../../shared/time/link-trouble.ts'
import type { Clock } from '../../sync/clock.ts'
import {
  type ConnectMain,
  type FromMain,
  type FromScreen,
  LINK_PROTOCOL,
  NotPairedError,
  readFromMain,
  type ScreenChannel,
  writeMessage,
} from './link-messages.ts'

const CONNECT_MS = 10_000

/** The close reason for a screen that was removed from the main computer's list. */
const REVOKED = 'revoked'

/** One attempt to connect, and the connection that it opens. */
export type MainConnection = ReturnType<typeof openMainConnection>

type ConnectionEnd = {
  /** `undefined`: the attempt failed and gives no new information about the main computer. */
  readonly trouble: Extract<LinkTrouble, 'station-away' | 'not-paired'> | undefined
  readonly reason: string
}

export function openMainConnection(parts: {
  readonly connect: ConnectMain
  readonly clock: Pick<Clock, 'setTimer'>
  readonly programVersion: string
  /** Time for the main computer's hello message after the channel is open. */
  readonly helloMs: number
  /** The channel is open; the hello message is sent next. */
  readonly onOpen: () => void
  readonly onMessage: (message: FromMain) => void
  /** Called once, unless `close` was called before. */
  readonly onEnd: (end: ConnectionEnd) => void
}) {
  const { clock } = parts
  const abort = new AbortController()
  let channel: ScreenChannel | undefined
  let isOver = false

  /** Nothing of `parts` is called afterwards. */
  const close = (reason: string): void => {
    if (isOver) return
    isOver = true
    cancelTimer()
    abort.abort()
    channel?.close(reason)
  }
  const end = (trouble: ConnectionEnd['trouble'], reason: string): void => {
    if (isOver) return
    close(reason)
    parts.onEnd({ trouble, reason })
  }
  let cancelTimer = clock.setTimer(CONNECT_MS, () => end(undefined, 'it does not answer'))

  /** False: the channel is not open, or it refuses the message. Then it has ended: what was sent before may be lost too. */
  const send = (message: FromScreen): boolean => {
    if (isOver || channel === undefined) return false
    try {
      channel.send(writeMessage(message))
      return true
    } catch (error) {
      end('station-away', messageOf(error))
      return false
    }
  }

  const sendHello = (opened: ScreenChannel): void => {
    if (isOver) {
      opened.close('no longer wanted')
      return
    }
    channel = opened
    parts.onOpen()
    opened.onMessage((text) => {
      if (isOver) return
      const message = readFromMain(text)
      if (message === undefined) end('station-away', 'a message cannot be read')
      else parts.onMessage(message)
    })
    opened.onClose((reason) => end(reason === REVOKED ? 'not-paired' : 'station-away', reason))
    cancelTimer()
    cancelTimer = clock.setTimer(parts.helloMs, () => end('station-away', 'no hello'))
    send({ kind: 'hello', protocol: LINK_PROTOCOL, version: parts.programVersion })
  }

  parts.connect(abort.signal).then(sendHello, (error: unknown) => {
    end(error instanceof NotPairedError ? 'not-paired' : undefined, messageOf(error))
  })

  return {
    send,
    isOpen: () => channel !== undefined && !isOver,
    /** Call when the main computer's hello message has arrived: the connection no longer ends for the lack of it. */
    recordGreeting: () => cancelTimer(),
    close,
  }
}

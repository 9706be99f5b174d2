import type { RawData, WebSocket } from 'ws'
import type { ScreenChannel } from '../link/link-messages.ts'
import { CLOSE_CODES, type CloseName, closeNameOf } from './pairing-messages.ts'

/** What the other end may send in one round. */
export type ChannelBounds = { readonly roundMs: number; readonly messages: number; readonly bytes: number }

/** Time for the other end to answer the closing frame. */
const CLOSE_LIMIT_MS = 1_000
const NORMAL = 1_000

/** A channel of the main computer, which can also end with a close code that the screen distinguishes. */
export type OwnChannel = ScreenChannel & { end(name: CloseName): void }

/**
 * A channel on an open WebSocket. It reads nothing before its first `onMessage`, so that no message is lost. The messages on
 * it find out when the other end is silent.
 * @param bounds absent: the other end may send any number of messages
 */
export function webSocketChannel(socket: WebSocket, bounds?: ChannelBounds): OwnChannel {
  const messageListeners: ((text: string) => void)[] = []
  const closeListeners: ((reason: string) => void)[] = []
  let closedBy: string | undefined
  let messagesLeft = bounds?.messages ?? Number.POSITIVE_INFINITY
  let bytesLeft = bounds?.bytes ?? Number.POSITIVE_INFINITY

  const reportClosed = (reason: string): void => {
    if (closedBy !== undefined) return
    closedBy = reason
    clearInterval(rounds)
    for (const listener of closeListeners) listener(reason)
  }
  const end = (code: number, reason: string): void => {
    if (closedBy !== undefined) return
    reportClosed(reason)
    // A paused socket would not read the answer to its closing frame.
    socket.resume()
    socket.close(code)
    const timer = setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS)
    socket.once('close', () => clearTimeout(timer))
  }

  const beginRound = ({ messages, bytes }: ChannelBounds): void => {
    messagesLeft = messages
    bytesLeft = bytes
  }
  const rounds = bounds && setInterval(beginRound, bounds.roundMs, bounds)
  const countMessage = (): void => {
    messagesLeft -= 1
    if (messagesLeft < 0) end(CLOSE_CODES['too-much'], 'too-much')
  }

  socket.pause()
  socket.on('ping', countMessage)
  socket.on('pong', countMessage)
  socket.on('message', (data: RawData, isBinary) => {
    countMessage()
    if (isBinary) return end(CLOSE_CODES['bad-message'], 'bad-message')
    const bytes = bytesOf(data)
    bytesLeft -= bytes.byteLength
    if (bytesLeft < 0) return end(CLOSE_CODES['too-much'], 'too-much')
    if (closedBy !== undefined) return
    const text = bytes.toString('utf8')
    for (const listener of messageListeners) listener(text)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => reportClosed(error.code ?? 'error'))
  socket.on('close', (code) => reportClosed(closeNameOf(code) ?? `closed ${code}`))

  return {
    send(text) {
      if (closedBy === undefined) socket.send(text)
    },
    get unsentBytes() {
      return socket.bufferedAmount
    },
    onMessage(listener) {
      messageListeners.push(listener)
      socket.resume()
    },
    onClose(listener) {
      const reason = closedBy
      if (reason === undefined) closeListeners.push(listener)
      else queueMicrotask(() => listener(reason))
    },
    close: (reason) => end(NORMAL, reason),
    end: (name) => end(CLOSE_CODES[name], name),
  }
}

/** `ws` gives one buffer, unless `binaryType` asks for another type. */
export function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

/** Reads the texts of a WebSocket one at a time, for an exchange in which each side waits for the other. */
export interface TextReader {
  /** The code with which the other end closed; absent while it is open. */
  closeCode(): number | undefined
  /** `undefined`: the connection has ended, or a binary message came. */
  next(): Promise<string | undefined>
}

/** Most texts that may arrive before they are read; more are dropped. */
const MAX_UNREAD = 2

export function createTextReader(socket: WebSocket): TextReader {
  const unread: (string | undefined)[] = []
  let waiting: ((text: string | undefined) => void) | undefined
  let closeCode: number | undefined

  const deliver = (text: string | undefined): void => {
    if (waiting === undefined) {
      if (unread.length < MAX_UNREAD) unread.push(text)
      return
    }
    waiting(text)
    waiting = undefined
  }
  socket.on('message', (data: RawData, isBinary) => deliver(isBinary ? undefined : bytesOf(data).toString('utf8')))
  // Also emitted after an error.
  socket.on('close', (code) => {
    closeCode = code
    deliver(undefined)
  })
  socket.on('error', () => undefined)
  socket.resume()

  return {
    closeCode: () => closeCode,
    next() {
      if (unread.length > 0) return Promise.resolve(unread.shift())
      if (closeCode !== undefined) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}

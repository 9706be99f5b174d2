import type { RawData, WebSocket } from 'ws'
import { bytesOf } from './web-socket-channel.ts'

/** Reads the texts of a WebSocket one at a time, for an exchange in which each side waits for the other. */
export type TextReader = {
  /** `undefined`: the connection has ended, or a binary message came. */
  next(): Promise<string | undefined>
  /** The code with which the other end closed; absent while it is open. */
  closeCode(): number | undefined
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

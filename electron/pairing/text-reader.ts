import type { RawData, WebSocket } from 'ws'
import { bytesOf } from './web-socket-channel.ts'

/** Reads a conversation in which each side waits for the other: one text at a time. */
export type TextReader = {
  /** `undefined`: the connection has ended, or something else than a text came. */
  next(): Promise<string | undefined>
  /** The code with which the other end closed; absent while it is open. */
  closeCode(): number | undefined
}

/** More than this ahead of the reader is no conversation. */
const MOST_AHEAD = 2

export function createTextReader(socket: WebSocket): TextReader {
  const ahead: (string | undefined)[] = []
  let waiting: ((text: string | undefined) => void) | undefined
  let closeCode: number | undefined

  const give = (text: string | undefined): void => {
    if (waiting === undefined) {
      if (ahead.length < MOST_AHEAD) ahead.push(text)
      return
    }
    waiting(text)
    waiting = undefined
  }
  socket.on('message', (data: RawData, isBinary) => give(isBinary ? undefined : bytesOf(data).toString('utf8')))
  // Follows an error too.
  socket.on('close', (code) => {
    closeCode = code
    give(undefined)
  })
  socket.on('error', () => undefined)
  socket.resume()

  return {
    closeCode: () => closeCode,
    next() {
      if (ahead.length > 0) return Promise.resolve(ahead.shift())
      if (closeCode !== undefined) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
  }
}

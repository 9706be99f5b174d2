import type { BoardSnapshot } from '../../../shared/contract.ts'
import { writeMessage } from './link-messages.ts'

/** Unread bytes of board messages. Beyond this limit the screen gets a snapshot once it has read them. */
const MAX_UNREAD_BYTES = 512 * 1_024

/** Limits the board messages that wait for a slow screen. */
export type BoardFlow = {
  /** Sends a snapshot once everything before it was read. */
  sendSnapshot(): void
  /** `text`: the delta of this board version as a message. Without effect while a snapshot is due. */
  sendDelta(version: number, text: string): void
  /** The screen has read the messages up to this version. */
  confirmRead(version: number): void
}

export function createBoardFlow(parts: {
  readonly send: (text: string) => void
  readonly snapshot: () => BoardSnapshot
}): BoardFlow {
  /** Board messages that the screen has not confirmed. */
  let unread: readonly { readonly version: number; readonly bytes: number }[] = []
  let isBehind = false

  const unreadBytes = (): number => unread.reduce((sum, { bytes }) => sum + bytes, 0)
  const send = (version: number, text: string): void => {
    unread = [...unread, { version, bytes: text.length }]
    parts.send(text)
  }
  const sendSnapshot = (): void => {
    isBehind = unread.length > 0
    if (isBehind) return
    const snapshot = parts.snapshot()
    send(snapshot.version, writeMessage({ kind: 'snapshot', snapshot }))
  }

  return {
    sendSnapshot,
    sendDelta(version, text) {
      if (isBehind) return
      if (unreadBytes() + text.length > MAX_UNREAD_BYTES) isBehind = true
      else send(version, text)
    },
    confirmRead(version) {
      unread = unread.filter((message) => message.version > version)
      if (isBehind) sendSnapshot()
    },
  }
}

import type { ScreenCall } from '../../../shared/contract/calls.ts'
import type { BoardDelta, BoardSnapshot, CallResult } from '../../../shared/contract/contract.ts'
import type { ScreenUse } from '../../../shared/contract/screens.ts'
import { messageOf } from '../../../shared/result.ts'
import type { ScreenTap } from '../../core/new-taps.ts'
import type { Log } from '../../logging/log-port.ts'
import type { Clock } from '../../sync/clock.ts'
import type { LedgerSender } from '../moving/ledger-transfer.ts'
import {
  type Assignment,
  type FromMain,
  type FromScreen,
  LINK_PROTOCOL,
  type PairedDevice,
  readFromScreen,
  type ScreenChannel,
  writeMessage,
} from './link-messages.ts'

/** Unsent bytes of all messages. A screen that never reads is disconnected. */
const MAX_UNSENT_BYTES = 16 * 1_024 * 1_024
/** The limit of the longest call (`ipc/calls.ts`). */
const MAX_MESSAGE_CHARACTERS = 1_000_000
const MAX_OPEN_CALLS = 16
const HELLO_MS = 5_000
/** A screen sends a ping every two seconds. */
const SILENT_MS = 15_000

type TapMessage = Extract<FromScreen, { kind: 'tap' }>
type CallMessage = Extract<FromScreen, { kind: 'call' }>
type MarkMessage = Extract<FromScreen, { kind: 'mark' }>

export interface ScreenConnection {
  readonly device: PairedDevice
  /** `text`: the delta as a message. */
  sendDelta(delta: BoardDelta, text: string): void
  /** Sends the name and the chosen use of the screen. */
  sendAssignment(): void
  close(reason: string): void
}

/** What the main computer does for a screen. */
type ScreenService = {
  readonly device: PairedDevice
  readonly receiveTap: (tap: ScreenTap) => CallResult<{ tapId: string }>
  readonly answer: (call: ScreenCall, args: unknown) => Promise<CallResult<unknown>>
  /** A mark may arrive twice. */
  readonly receiveMark: (mark: MarkMessage) => Promise<CallResult<unknown>>
  /** Name and chosen use of this screen; `undefined`: it is not in the list any more. */
  readonly assignment: () => Assignment | undefined
  readonly log: Log
}

/** Answers the taps, marks and calls of one screen. */
function createAnswers(
  parts: ScreenService & {
    /** The screen does not have the present board. */
    readonly isBehind: () => boolean
    readonly send: (message: FromMain) => void
    readonly close: (reason: string) => void
  },
) {
  const { device, log, isBehind, send, close } = parts
  let openCalls = 0

  /** Without a verdict the screen sends the item again: it shows it until its board has the effect. */
  const sendVerdict = (id: string, result: CallResult<unknown>): void => {
    if (!isBehind()) send({ kind: 'verdict', id, result })
  }
  const watchAnswer = (answer: Promise<void>): void => {
    answer.catch((error: unknown) => {
      log.error('screen-call-failed', { error: messageOf(error) })
      close('a call failed')
    })
  }
  const answer = async ({ id, call, args }: CallMessage): Promise<void> => {
    openCalls += 1
    try {
      send({ kind: 'answer', id, result: await parts.answer(call, args) })
    } finally {
      openCalls -= 1
    }
  }

  return {
    take(message: TapMessage | MarkMessage | CallMessage): void {
      const { kind, id, args } = message
      if (kind === 'tap') {
        const by = parts.assignment()?.name ?? device.name
        sendVerdict(id, parts.receiveTap({ ...args, tapId: id, ageMs: message.ageMs, by }))
        return
      }
      if (kind === 'call') {
        if (openCalls >= MAX_OPEN_CALLS) close('too many open calls')
        else watchAnswer(answer(message))
        return
      }
      // Without a limit of its own: a screen that was away sends all its marks at once.
      watchAnswer(parts.receiveMark(message).then((result) => sendVerdict(id, result)))
    },
  }
}

type ConnectionParts = ScreenService & {
  readonly channel: ScreenChannel
  /** Version of this program, for the log of the other side. */
  readonly programVersion: string
  readonly clock: Pick<Clock, 'monotonic' | 'platform' | 'setTimer'>
  /** The board in the form that screens get. */
  readonly snapshot: () => BoardSnapshot
  readonly boardVersion: () => number
  readonly onUse: (use: ScreenUse, appliedId: string | undefined) => void
  /** Absent: there is no ledger to send. */
  readonly ledgerSender?: LedgerSender | undefined
  readonly onOpen: () => void
  readonly onClosed: () => void
}

/** The connection to one screen: handshake, board messages, taps and calls. */
export function createScreenConnection(parts: ConnectionParts): ScreenConnection {
  const { channel, device, clock, log } = parts
  let phase: 'handshake' | 'open' | 'closed' = 'handshake'

  const close = (reason: string): void => {
    if (phase !== 'closed') channel.close(reason)
  }
  const send = (text: string): void => {
    if (phase === 'closed') return
    channel.send(text)
    if (channel.unsentBytes > MAX_UNSENT_BYTES) close('too many unsent bytes')
  }
  const sendMessage = (message: FromMain): void => send(writeMessage(message))
  const flow = createBoardFlow({ send, snapshot: parts.snapshot })

  const silence = watchSilence(clock, {
    limitMs: () => (phase === 'handshake' ? HELLO_MS : SILENT_MS),
    onSilent: () => close('no message in time'),
  })

  const sendAssignment = (): void => {
    const assigned = parts.assignment()
    if (phase === 'open' && assigned !== undefined) sendMessage({ kind: 'assign', ...assigned })
  }

  const handleHello = (message: Extract<FromScreen, { kind: 'hello' }>): void => {
    // Also sent to a screen of another protocol, so that it can determine which program is older.
    sendMessage({ kind: 'hello', protocol: LINK_PROTOCOL, version: parts.programVersion })
    if (message.protocol !== LINK_PROTOCOL) {
      log.warn('screen-of-other-version', { version: message.version })
      close('another protocol version')
      return
    }
    phase = 'open'
    log.info('screen-connected', { version: message.version })
    parts.onOpen()
    sendAssignment()
    flow.sendSnapshot()
  }

  const answers = createAnswers({ ...parts, isBehind: flow.isBehind, send: sendMessage, close })

  const handleMessage = (message: FromScreen): void => {
    switch (message.kind) {
      case 'hello':
        close('a second hello')
        return
      case 'snapshot':
        flow.sendSnapshot()
        return
      case 'at':
        flow.confirmRead(message.version)
        return
      case 'use':
        parts.onUse(message.use, message.appliedId)
        return
      case 'ping':
        sendMessage({ kind: 'pong', id: message.id, platformNow: clock.platform(), version: parts.boardVersion() })
        return
      case 'tap':
      case 'mark':
      case 'call':
        answers.take(message)
        return
      case 'ledger-next':
      case 'role-taken':
        parts.ledgerSender?.take(device.id, message, sendMessage)
        return
    }
  }

  channel.onMessage((text) => {
    if (phase === 'closed') return
    silence.recordMessage()
    const message = text.length > MAX_MESSAGE_CHARACTERS ? undefined : readFromScreen(text)
    if (message === undefined) close('a message cannot be read')
    else if (phase === 'open') handleMessage(message)
    else if (message.kind === 'hello') handleHello(message)
    else close('no hello')
  })
  channel.onClose((reason) => {
    phase = 'closed'
    silence.stop()
    log.info('screen-disconnected', { reason })
    parts.onClosed()
  })

  return {
    device,
    sendDelta(delta, text) {
      if (phase === 'open') flow.sendDelta(delta.version, text)
    },
    sendAssignment,
    close,
  }
}

/** Unread bytes of board messages. Beyond this limit the screen gets a snapshot once it has read them. */
const MAX_UNREAD_BYTES = 512 * 1_024

/** Limits the board messages that wait for a slow screen. */
function createBoardFlow(parts: { readonly send: (text: string) => void; readonly snapshot: () => BoardSnapshot }) {
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
    /** A snapshot is due: the screen does not have the present board. */
    isBehind: (): boolean => isBehind,
    /** Sends a snapshot once everything before it was read. */
    sendSnapshot,
    /** `text`: the delta of this board version as a message. Without effect while a snapshot is due. */
    sendDelta(version: number, text: string): void {
      if (isBehind) return
      if (unreadBytes() + text.length > MAX_UNREAD_BYTES) isBehind = true
      else send(version, text)
    },
    /** The screen has read the messages up to this version. */
    confirmRead(version: number): void {
      unread = unread.filter((message) => message.version > version)
      if (isBehind) sendSnapshot()
    },
  }
}

/** Calls `onSilent` when no message was recorded for `limitMs`. The limit may change while it runs. */
function watchSilence(
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
  { limitMs, onSilent }: { readonly limitMs: () => number; readonly onSilent: () => void },
) {
  let lastMessageAt = clock.monotonic()
  const leftMs = (): number => limitMs() - (clock.monotonic() - lastMessageAt)
  const schedule = (): (() => void) =>
    clock.setTimer(leftMs(), () => {
      if (leftMs() <= 0) onSilent()
      else cancel = schedule()
    })
  let cancel = schedule()
  return {
    recordMessage(): void {
      lastMessageAt = clock.monotonic()
    },
    stop: (): void => cancel(),
  }
}

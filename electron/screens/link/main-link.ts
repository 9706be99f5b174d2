import type { ScreenCall } from '../../../shared/contract/calls.ts'
import type { CallResult } from '../../../shared/contract/contract.ts'
import { fail, messageOf } from '../../../shared/result.ts'
import type { LinkTrouble } from '../../../shared/time/link-trouble.ts'
import type { Log } from '../../logging/log-port.ts'
import type { Clock } from '../../sync/clock.ts'
import type { LedgerFromMain } from '../moving/ledger-transfer.ts'
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
import { createMainPings, type MainPings, SILENT_MS, type TimeReading } from './main-pings.ts'

const CONNECT_MS = 10_000

/** The close reason for a screen that was removed from the main computer's list. */
const REVOKED = 'revoked'

/** One attempt to connect, and the connection that it opens. */
interface MainConnection {
  /** False: the channel is not open, or it refuses the message. Then it has ended: what was sent before may be lost too. */
  send(message: FromScreen): boolean
  isOpen(): boolean
  /** Call when the main computer's hello message has arrived: the connection no longer ends for the lack of it. */
  recordGreeting(): void
  /** Nothing is called back afterwards. */
  close(reason: string): void
}

type ConnectionEnd = {
  /** `undefined`: the attempt failed and gives no new information about the main computer. */
  readonly trouble: Extract<LinkTrouble, 'station-away' | 'not-paired'> | undefined
  readonly reason: string
}

function openMainConnection(parts: {
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
}): MainConnection {
  const { clock } = parts
  const abort = new AbortController()
  let channel: ScreenChannel | undefined
  let isOver = false

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
    recordGreeting: () => cancelTimer(),
    close,
  }
}

/** Pauses before the next attempt, by the number of those that failed. */
const RETRY_MS = [250, 500, 1_000, 2_000] as const
/** Pause while the main computer refuses: until a program is updated. */
const REFUSED_RETRY_MS = 30_000

/** `station-older`, `screen-older`: the two programs use different protocols. */
export type LinkState = 'reached' | LinkTrouble

export type BoardMessage = Extract<FromMain, { kind: 'snapshot' | 'delta' }>
export type AssignMessage = Extract<FromMain, { kind: 'assign' }>
export type VerdictMessage = Extract<FromMain, { kind: 'verdict' }>

type LinkParts = {
  readonly connect: ConnectMain
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly random: () => number
  readonly programVersion: string
  /** The main computer has removed this screen: it is not called again. */
  readonly wasRemoved?: boolean | undefined
  readonly log: Log
  /** The hello messages are exchanged; the board follows. */
  readonly onReached: () => void
  readonly onLost: () => void
  readonly onBoard: (message: BoardMessage) => void
  readonly onVerdict: (verdict: VerdictMessage) => void
  readonly onLedger: (message: LedgerFromMain) => void
  readonly onAssign: (message: AssignMessage) => void
  /** Called with the board version of each pong. */
  readonly onBoardVersion: (version: number) => void
  /** Called with each time reading. Both instants are monotonic. */
  readonly onTime: (reading: TimeReading) => void
}

/** The connection to the main computer, made again until `stop`. */
export interface MainLink {
  start(): void
  stop(): void
  state(): LinkState
  /** Starts an attempt at once, unless one is under way. */
  retryNow(): void
  /** False while the main computer is not reached. */
  send(message: Exclude<FromScreen, { kind: 'call' | 'hello' | 'ping' }>): boolean
  /** Never rejects. */
  ask(call: ScreenCall, args: unknown): Promise<CallResult<unknown>>
}

function pauseAfter(trouble: LinkTrouble, failures: number): number {
  return trouble === 'station-away' ? (RETRY_MS[failures] ?? RETRY_MS[3]) : REFUSED_RETRY_MS
}

/** Gives a message that follows the hello message to its receiver. */
function deliver(
  message: Exclude<FromMain, { kind: 'hello' }>,
  { parts, pings, calls }: { readonly parts: LinkParts; readonly pings: MainPings; readonly calls: PendingCalls },
): void {
  switch (message.kind) {
    case 'snapshot':
    case 'delta':
      parts.onBoard(message)
      return
    case 'verdict':
      parts.onVerdict(message)
      return
    case 'assign':
      parts.onAssign(message)
      return
    case 'ledger-part':
    case 'ledger-refused':
    case 'role-noted':
      parts.onLedger(message)
      return
    case 'pong': {
      parts.onBoardVersion(message.version)
      const reading = pings.readingOf(message)
      if (reading !== undefined) parts.onTime(reading)
      return
    }
    case 'answer':
      calls.receiveAnswer(message)
      return
  }
}

/** Counts from 1. */
function createCounter(): () => number {
  let last = 0
  return () => {
    last += 1
    return last
  }
}

/**
 * The life of the connection:
 *
 *     attempt ──channel opens──▶ hello sent ──hello of the same protocol──▶ reached
 *       ▲  │                       │ no hello, or another protocol            │ silent for 6 s, closed, unreadable
 *       │  └──no answer in 10 s────┴──────────────▶ away ◀────────────────────┘
 *       ├── 0.25 to 2 s, 30 s after a refusal ───────┤
 *       └── `retryNow` ──────────────────────────────┘
 *     any ──the main computer has removed this screen──▶ stopped until the screen is paired again
 */
export function createMainLink(parts: LinkParts): MainLink {
  const { connect, clock, random, programVersion, log } = parts
  let state: LinkState = parts.wasRemoved ? 'not-paired' : 'station-away'
  let isStopped = parts.wasRemoved ?? false
  let failures = 0
  /** The present attempt or connection. */
  let current: MainConnection | undefined
  let cancelRetry = (): void => undefined
  const newId = createCounter()
  const calls = createPendingCalls(clock)
  const pings = createMainPings({
    clock,
    newId,
    send: (message) => current?.send(message) ?? false,
    onSilent: () => endConnection('station-away', 'no message in time'),
  })

  const endConnection = (trouble: LinkTrouble, reason: string): void => {
    if (current === undefined) return
    const ended = current
    current = undefined
    pings.stop()
    if (state === 'reached' || state !== trouble) log.info('main-computer-lost', { state: trouble, reason })
    state = trouble
    ended.close(reason)
    calls.endAll()
    if (isStopped) return
    if (trouble === 'not-paired') isStopped = true
    parts.onLost()
    if (isStopped) return
    const pauseMs = pauseAfter(trouble, failures) * (0.5 + random() / 2)
    failures += 1
    cancelRetry = clock.setTimer(pauseMs, attempt)
  }

  const receiveGreeting = (protocol: number, version: string): void => {
    if (protocol !== LINK_PROTOCOL) {
      endConnection(protocol < LINK_PROTOCOL ? 'station-older' : 'screen-older', `it uses protocol version ${protocol}`)
      return
    }
    log.info('main-computer-reached', { version })
    failures = 0
    state = 'reached'
    current?.recordGreeting()
    pings.start()
    if (current !== undefined) parts.onReached()
  }

  function attempt(): void {
    /** A failed attempt gives no new information about the main computer's version. */
    const troubleOfFailedAttempt = (): LinkTrouble => (state === 'reached' ? 'station-away' : state)
    current = openMainConnection({
      connect,
      clock,
      programVersion,
      helloMs: SILENT_MS,
      onOpen: pings.recordMessage,
      onMessage(message) {
        pings.recordMessage()
        if (message.kind === 'hello') receiveGreeting(message.protocol, message.version)
        // Nothing else is expected before the hello message.
        else if (state === 'reached') deliver(message, { parts, pings, calls })
      },
      onEnd: ({ trouble = troubleOfFailedAttempt(), reason }) => endConnection(trouble, reason),
    })
  }

  return {
    start() {
      if (!isStopped) attempt()
    },
    stop() {
      isStopped = true
      cancelRetry()
      endConnection('station-away', 'the screen ends')
    },
    state: () => state,
    retryNow() {
      if (isStopped || current !== undefined) return
      cancelRetry()
      failures = 0
      attempt()
    },
    send(message) {
      return state === 'reached' && current !== undefined && current.send(message)
    },
    ask(call, args) {
      if (state !== 'reached' || current?.isOpen() !== true) return Promise.resolve(away())
      const id = newId()
      const answer = calls.add(id)
      current.send({ kind: 'call', id, call, args })
      return answer
    },
  }
}

const CALL_MS = 15_000

/** The answer to a call that does not reach the main computer, or gets no answer. */
export const away = (): CallResult<never> => fail('station-away', 'The main computer is not reached')

/** The calls of one screen that wait for the main computer's answer. */
interface PendingCalls {
  /** Resolves with the answer, or with `away` after 15 s. */
  add(id: number): Promise<CallResult<unknown>>
  receiveAnswer(answer: Extract<FromMain, { kind: 'answer' }>): void
  /** The connection was lost: no waiting call gets an answer. */
  endAll(): void
}

type Waiting = {
  readonly resolve: (result: CallResult<unknown>) => void
  readonly cancel: () => void
}

function createPendingCalls(clock: Pick<Clock, 'setTimer'>): PendingCalls {
  const waiting = new Map<number, Waiting>()
  return {
    add: (id) =>
      new Promise((resolve) => {
        const cancel = clock.setTimer(CALL_MS, () => {
          waiting.delete(id)
          resolve(away())
        })
        waiting.set(id, { resolve, cancel })
      }),
    receiveAnswer({ id, result }) {
      const asked = waiting.get(id)
      waiting.delete(id)
      asked?.cancel()
      asked?.resolve(result)
    },
    endAll() {
      for (const { resolve, cancel } of waiting.values()) {
        cancel()
        resolve(away())
      }
      waiting.clear()
    },
  }
}

import type { CallResult } from '../../shared/contract.ts'
import type { LinkTrouble } from '../../shared/link-trouble.ts'
import { messageOf } from '../../shared/result.ts'
import type { StationAnswer } from '../../shared/screen-calls.ts'
import type { MonotonicMs } from '../../shared/time.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from '../sync/clock.ts'
import type { TimeReading } from './clock-memory.ts'
import type { CopyFromStation } from './copy-messages.ts'
import { type FromScreen, type FromStation, LINK_PROTOCOL, readFromStation, writeMessage } from './link-messages.ts'
import type { ConnectStation, ScreenChannel } from './link-ports.ts'
import { away, createPendingCalls } from './pending-calls.ts'

const CONNECT_MS = 10_000
const PING_MS = 2_000
/** Three pings without any message of the station. */
const SILENT_MS = 3 * PING_MS
/** Pauses before the next attempt, by the number of those that failed. */
const RETRY_MS = [250, 500, 1_000, 2_000] as const
/** Pause while the station refuses: until a program is updated or the screen is paired again. */
const REFUSED_RETRY_MS = 30_000

/** The close reason for a screen that was removed from the station's list. */
const REVOKED = 'revoked'

/** Thrown by a `ConnectStation`: the station does not know this screen, or not any more. */
export class NotPairedError extends Error {
  override readonly name = 'NotPairedError'
}

/**
 * `station-sought`: not reached, and searched for at other addresses. `station-older`, `screen-older`: the two programs
 * use different protocols.
 */
export type LinkState = 'reached' | LinkTrouble

export type BoardMessage = Extract<FromStation, { kind: 'snapshot' | 'delta' }>
export type VerdictMessage = Extract<FromStation, { kind: 'verdict' }>

export type LinkParts = {
  readonly connect: ConnectStation
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly random: () => number
  readonly programVersion: string
  readonly log: Log
  /** The greetings are exchanged; the board follows. */
  readonly onReached: () => void
  /** Also called when an attempt has found the cause. */
  readonly onLost: () => void
  readonly onBoard: (message: BoardMessage) => void
  readonly onVerdict: (verdict: VerdictMessage) => void
  readonly onCopy: (message: CopyFromStation) => void
  /** Called with the board version of each pong. */
  readonly onBoardVersion: (version: number) => void
  /** Called with each time reading. Both instants are monotonic. */
  readonly onTime: (reading: TimeReading) => void
}

/** The connection to the station, made again until `stop`. */
export type StationLink = {
  start(): void
  stop(): void
  state(): LinkState
  /** Starts an attempt at once, unless one is under way. */
  retryNow(): void
  /** False while the station is not reached. */
  send(message: Exclude<FromScreen, { kind: 'call' | 'hello' | 'ping' }>): boolean
  /** `onAnswer` gets the version of the board that shows the effect. Never rejects. */
  ask(call: StationAnswer, args: unknown, onAnswer?: (version: number) => void): Promise<CallResult<unknown>>
}

function pauseAfter(trouble: LinkTrouble, failures: number): number {
  const isAway = trouble === 'station-away' || trouble === 'station-sought'
  return isAway ? (RETRY_MS[failures] ?? RETRY_MS[3]) : REFUSED_RETRY_MS
}

export function createStationLink(parts: LinkParts): StationLink {
  const { connect, clock, random, log } = parts
  let state: LinkState = 'station-away'
  let isStopped = false
  let failures = 0
  let nextId = 0
  let lastMessageAt = clock.monotonic()
  /** The present attempt or connection; messages of an older one are ignored. */
  let current: { readonly abort: AbortController; channel?: ScreenChannel } | undefined
  let cancelTimer = (): void => undefined
  const calls = createPendingCalls(clock)
  const pings = new Map<number, MonotonicMs>()

  const endConnection = (trouble: LinkTrouble, reason: string): void => {
    if (current === undefined) return
    current.abort.abort()
    const { channel } = current
    current = undefined
    cancelTimer()
    const wasReached = state === 'reached'
    if (wasReached || state !== trouble) log.info('station-lost', { state: trouble, reason })
    state = trouble
    channel?.close(reason)
    pings.clear()
    calls.endAll()
    if (isStopped) return
    parts.onLost()
    const pauseMs = pauseAfter(trouble, failures) * (0.5 + random() / 2)
    failures += 1
    cancelTimer = clock.setTimer(pauseMs, attempt)
  }

  /** A channel that refuses a message has ended: what was sent before may be lost too. */
  const transmit = (channel: ScreenChannel, message: FromScreen): boolean => {
    try {
      channel.send(writeMessage(message))
      return true
    } catch (error) {
      endConnection('station-away', messageOf(error))
      return false
    }
  }

  const ping = (): void => {
    if (clock.monotonic() - lastMessageAt >= SILENT_MS) {
      endConnection('station-away', 'it is silent')
      return
    }
    nextId += 1
    pings.set(nextId, clock.monotonic())
    if (!current?.channel || !transmit(current.channel, { kind: 'ping', id: nextId })) return
    cancelTimer = clock.setTimer(PING_MS, ping)
  }

  const receiveGreeting = (protocol: number, version: string): void => {
    if (protocol !== LINK_PROTOCOL) {
      endConnection(protocol < LINK_PROTOCOL ? 'station-older' : 'screen-older', `it uses protocol version ${protocol}`)
      return
    }
    log.info('station-reached', { version })
    failures = 0
    state = 'reached'
    cancelTimer()
    ping()
    if (current !== undefined) parts.onReached()
  }

  const receivePong = ({ id, platformNow, version }: Extract<FromStation, { kind: 'pong' }>): void => {
    parts.onBoardVersion(version)
    const sentAt = pings.get(id)
    if (sentAt === undefined) return
    pings.clear()
    parts.onTime({ platformNow, sentAt, receivedAt: clock.monotonic() })
  }

  const handleMessage = (message: FromStation): void => {
    if (message.kind === 'hello') {
      receiveGreeting(message.protocol, message.version)
      return
    }
    // Nothing else is expected before the greeting.
    if (state !== 'reached') return
    switch (message.kind) {
      case 'snapshot':
      case 'delta':
        parts.onBoard(message)
        return
      case 'verdict':
        parts.onVerdict(message)
        return
      case 'copy-offer':
      case 'copy-part':
      case 'role-noted':
        parts.onCopy(message)
        return
      case 'pong':
        receivePong(message)
        return
      case 'answer':
        calls.receiveAnswer(message)
        return
    }
  }

  const greetOn = (channel: ScreenChannel): void => {
    lastMessageAt = clock.monotonic()
    channel.onMessage((text) => {
      if (current?.channel !== channel) return
      lastMessageAt = clock.monotonic()
      const message = readFromStation(text)
      if (message === undefined) endConnection('station-away', 'a message cannot be read')
      else handleMessage(message)
    })
    channel.onClose((reason) => {
      if (current?.channel === channel) endConnection(reason === REVOKED ? 'not-paired' : 'station-away', reason)
    })
    cancelTimer()
    cancelTimer = clock.setTimer(SILENT_MS, () => endConnection('station-away', 'it did not greet'))
    transmit(channel, { kind: 'hello', protocol: LINK_PROTOCOL, version: parts.programVersion })
  }

  function attempt(): void {
    const own: NonNullable<typeof current> = { abort: new AbortController() }
    current = own
    cancelTimer = clock.setTimer(CONNECT_MS, () => endConnection(troubleOfFailedAttempt(), 'it does not answer'))
    const onSearch = (): void => {
      if (current !== own || state !== 'station-away') return
      state = 'station-sought'
      parts.onLost()
    }
    connect(own.abort.signal, onSearch).then(
      (channel) => {
        if (current !== own) {
          channel.close('no longer wanted')
          return
        }
        own.channel = channel
        greetOn(channel)
      },
      (error: unknown) => {
        if (current === own)
          endConnection(error instanceof NotPairedError ? 'not-paired' : troubleOfFailedAttempt(), messageOf(error))
      },
    )
  }
  /** A failed attempt gives no new information about the station's version. */
  const troubleOfFailedAttempt = (): LinkTrouble => (state === 'reached' ? 'station-away' : state)

  return {
    start: attempt,
    stop() {
      isStopped = true
      cancelTimer()
      endConnection('station-away', 'the screen ends')
    },
    state: () => state,
    retryNow() {
      if (isStopped || current !== undefined) return
      cancelTimer()
      failures = 0
      attempt()
    },
    send(message) {
      const channel = current?.channel
      if (state !== 'reached' || channel === undefined) return false
      return transmit(channel, message)
    },
    ask(call, args, onAnswer) {
      const channel = current?.channel
      if (state !== 'reached' || channel === undefined) return Promise.resolve(away())
      nextId += 1
      const answer = calls.add(nextId, onAnswer)
      transmit(channel, { kind: 'call', id: nextId, call, args })
      return answer
    },
  }
}

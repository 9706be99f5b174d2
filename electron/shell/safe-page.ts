import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { SOUND_PATTERNS, type Tone } from '../../shared/contract/sounds.ts'
import { messageOf } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import { APP_ENTRY_URL, APP_HOST, APP_SCHEME, type AppAsset, SAFE_PAGE_URL } from './app-protocol.ts'
import { SAFE_STYLE, SAFE_STYLE_NAME, type SafeRing, safeDocument } from './safe-document.ts'

const ORIGIN = `${APP_SCHEME}://${APP_HOST}`
const PER_CENT = 100
const RINGS: readonly SafeRing[] = ['new', 'cancelled', 'courier']

const nameOfRing = (ring: SafeRing): string => `safe-${ring}.wav`

/**
 * SECURITY: safe-page (docs/security.md). It shows text of customers: one style sheet and the sounds of this program, no
 * script, no image, no request, no form.
 */
const SAFE_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

type ListedBoard = {
  readonly snapshot: () => BoardSnapshot
  /** All tickets in full, also those whose drawing ended a window. */
  readonly fullTickets: () => readonly Ticket[]
  /** Records that a screen shows these orders. */
  readonly shown: (orderIds: readonly string[]) => unknown
}

export interface SafePage {
  /** What the program's own scheme answers for the page, from memory: it shows even when the screen's files are gone. */
  asset(address: string): AppAsset | undefined
  /** From now on the page lists the open orders of this board, read for each answer. */
  follow(args: ListedBoard): void
  /**
   * Call when the page itself has crashed: until the board is back, it lists only as much of each order as the board
   * draws.
   */
  recordCrash(): void
  /** Call when the board is tried again. */
  reset(): void
  /** The work of this process has ended: the page keeps the board as it is now, and states that no new order arrives. */
  freeze(): void
}

export function createSafePage(log: Log): SafePage {
  let isStopped = false
  let hasDied = false
  let read = (): BoardSnapshot | undefined => undefined
  let volume = 1
  let report = (_orderIds: readonly string[]): unknown => undefined
  let reported: ReadonlySet<string> = new Set()

  /** A board that throws is left out: a page without orders is better than none. */
  const boardNow = (): BoardSnapshot | undefined => {
    try {
      return read()
    } catch (error) {
      log.error('safe-page-board', { error: messageOf(error) })
      return undefined
    }
  }
  const html = (): string => {
    const about = { isStopped, boardPath: URL.parse(APP_ENTRY_URL)?.pathname ?? '/' }
    const board = boardNow()
    volume = board === undefined ? 1 : board.settings.alarm.volume / PER_CENT
    try {
      const page = safeDocument({ ...about, board }, nameOfRing)
      reportShown(board)
      return page
    } catch (error) {
      log.error('safe-page-list', { error: messageOf(error) })
      return safeDocument(about, nameOfRing)
    }
  }

  /** Each order once: a stop rings for what a screen has shown. */
  const reportShown = (board: BoardSnapshot | undefined): void => {
    const orderIds = board?.tickets.map(({ orderId }) => orderId) ?? []
    const fresh = orderIds.filter((orderId) => !reported.has(orderId))
    reported = new Set(orderIds)
    try {
      if (fresh.length > 0) report(fresh)
    } catch (error) {
      log.error('safe-page-report', { error: messageOf(error) })
    }
  }

  return {
    asset(address) {
      if (address === SAFE_PAGE_URL) return { name: 'safe-page.html', body: html(), policy: SAFE_PAGE_POLICY }
      if (address === `${ORIGIN}/${SAFE_STYLE_NAME}`) return { name: SAFE_STYLE_NAME, body: SAFE_STYLE }
      const ring = RINGS.find((one) => address === `${ORIGIN}/${nameOfRing(one)}`)
      return ring && { name: nameOfRing(ring), body: soundFile(SOUND_PATTERNS[ring], volume) }
    },
    follow({ snapshot, fullTickets, shown }) {
      report = shown
      read = () => (hasDied ? snapshot() : { ...snapshot(), tickets: [...fullTickets()] })
    },
    recordCrash() {
      hasDied = true
    },
    reset() {
      hasDied = false
    },
    freeze() {
      const last = boardNow()
      read = () => last
      report = () => undefined
      isStopped = true
    },
  }
}

const SAMPLE_RATE = 22_050
const MS = 1_000
const HEADER_BYTES = 44
/** Value of an unsigned sample of eight bits. */
const SILENCE = 128
const LOUDEST = 127

/** Tones as a WAV file, mono, eight bits. @param volume 0..1 */
export function soundFile(tones: readonly Tone[], volume: number): Uint8Array<ArrayBuffer> {
  const lengths = tones.map(([, ms]) => Math.round((ms / MS) * SAMPLE_RATE))
  const samples = lengths.reduce((sum, length) => sum + length, 0)
  const file = new Uint8Array(HEADER_BYTES + samples)
  const view = new DataView(file.buffer)
  const name = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at)
  // RIFF header, then the format (16 bytes: PCM, one channel, rate, bytes a second, block, bits), then the samples.
  name(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + samples, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  name(36, 'data')
  view.setUint32(40, samples, true)
  const swing = Math.round(LOUDEST * volume)
  let at = HEADER_BYTES
  for (const [index, [hertz]] of tones.entries()) {
    for (let sample = 0; sample < (lengths[index] ?? 0); sample += 1) {
      const isUpper = Math.floor((2 * hertz * sample) / SAMPLE_RATE) % 2 === 0
      file[at] = hertz === 0 ? SILENCE : SILENCE + (isUpper ? swing : -swing)
      at += 1
    }
  }
  return file
}

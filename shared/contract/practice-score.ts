import type { PracticeBest, PracticeReport } from './board-schemas.ts'
import { ACCEPT_WITHIN_MINUTES, PRACTICE_GRADES, type PracticeGrade } from './practice.ts'

const SECOND_MS = 1_000
const ACCEPT_WITHIN_MS = ACCEPT_WITHIN_MINUTES * 60 * SECOND_MS
/** An order counts as overlooked when its first touch is later than this. */
const SEEN_WITHIN_MS = 30 * SECOND_MS
/** A cancelled order counts as overlooked when its stop is confirmed later than this. */
const STOP_WITHIN_MS = 20 * SECOND_MS

/** What happened to one order of a practice. All times are monotonic ms of one clock. */
export type PracticeOrder = {
  readonly displayId: string
  /** When its alarm first rang as a new order; absent: it did not ring, because the order was scheduled or cancelled before. */
  readonly rangAt?: number
  /** The first touch of its ticket; absent: none. */
  readonly touchedAt?: number
  /** The tap on "accept" that was not taken back. */
  readonly acceptedAt?: number
  /** The board showed that it was cancelled. */
  readonly stoppedAt?: number
  /** The stop was confirmed. */
  readonly stopSeenAt?: number
  /** Taps that show cooking: "preparing", "ready", a struck line. */
  readonly cookedAt: readonly number[]
}

export type PracticeFacts = {
  readonly orders: readonly PracticeOrder[]
  /** When the practice ended. */
  readonly endedAt: number
}

type ScoreSheet = PracticeReport['sheet']
/** The longest wait, and its order. */
type Longest = NonNullable<ScoreSheet['longestStop']>

const longestOf = (waits: readonly Longest[]): Longest | undefined =>
  waits.reduce<Longest | undefined>((most, one) => (most === undefined || one.ms > most.ms ? one : most), undefined)

/**
 * Whether the order counts for accepting: it was accepted, or its time ran out before its cancellation and before the
 * end of the practice.
 */
function wasToAccept({ rangAt, acceptedAt, stoppedAt }: PracticeOrder, endedAt: number): boolean {
  const until = Math.min(stoppedAt ?? endedAt, endedAt)
  return rangAt !== undefined && (acceptedAt !== undefined || until - rangAt >= ACCEPT_WITHIN_MS)
}

function adviceFor(sheet: Omit<ScoreSheet, 'advice' | 'grade'>): ScoreSheet['advice'] {
  const { acceptedInTime, toAccept, stops, cookedAfterStop, longestUnseen, longestStop } = sheet
  if (cookedAfterStop > 0) return 'cooked-on'
  if (acceptedInTime < toAccept) return 'accept'
  if ((longestUnseen?.ms ?? 0) > SEEN_WITHIN_MS) return 'unseen'
  if ((longestStop?.ms ?? 0) > STOP_WITHIN_MS) return 'stop'
  return toAccept + stops === 0 ? 'nothing' : 'good'
}

/** Work on a cancelled order, or most orders accepted too late: the practice is worth repeating. */
function gradeOf({ advice, cookedAfterStop, acceptedInTime, toAccept }: ScoreSheet): PracticeGrade | undefined {
  if (advice === 'nothing') return undefined
  if (advice === 'good') return 'good'
  return cookedAfterStop > 0 || 2 * acceptedInTime < toAccept ? 'again' : 'almost'
}

/** The better of two practices of one scenario: by grade, then by the orders that were accepted in time. */
export function betterPractice(before: PracticeBest | undefined, sheet: ScoreSheet): PracticeBest | undefined {
  const { grade, acceptedInTime, toAccept } = sheet
  if (grade === undefined) return before
  const rank = ({ grade: one }: PracticeBest): number => PRACTICE_GRADES.indexOf(one)
  const now = { grade, acceptedInTime, toAccept }
  if (before === undefined || rank(now) < rank(before)) return now
  return rank(now) === rank(before) && acceptedInTime > before.acceptedInTime ? now : before
}

/** The score sheet of a practice. Pure. */
export function scorePractice({ orders, endedAt }: PracticeFacts): ScoreSheet {
  const due = orders.filter((order) => wasToAccept(order, endedAt))
  const stopped = orders.filter(({ stoppedAt }) => stoppedAt !== undefined)
  const sheet = {
    acceptedInTime: due.filter(({ rangAt = 0, acceptedAt = endedAt }) => acceptedAt - rangAt < ACCEPT_WITHIN_MS).length,
    toAccept: due.length,
    stops: stopped.length,
    cookedAfterStop: stopped.reduce(
      (sum, { cookedAt, stoppedAt = endedAt }) => sum + cookedAt.filter((at) => at >= stoppedAt).length,
      0,
    ),
    longestUnseen: longestOf(
      orders.flatMap(({ displayId, rangAt, touchedAt = endedAt }) =>
        rangAt === undefined ? [] : [{ displayId, ms: Math.max(0, touchedAt - rangAt) }],
      ),
    ),
    longestStop: longestOf(
      stopped.map(({ displayId, stoppedAt = endedAt, stopSeenAt = endedAt }) => ({
        displayId,
        ms: stopSeenAt - stoppedAt,
      })),
    ),
  }
  const advised = { ...sheet, advice: adviceFor(sheet) }
  const grade = gradeOf(advised)
  return grade === undefined ? advised : { ...advised, grade }
}

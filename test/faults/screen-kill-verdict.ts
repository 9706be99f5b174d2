import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { findViolations } from './kill-verdict.ts'
import { readLedger } from './ledger-queries.ts'
import type { ScreenWorld } from './screen-kill-world.ts'

const SCREEN_FILE = 'screen.db'

function keptOn(profile: string): readonly string[] {
  const db = new Database(join(profile, SCREEN_FILE), { readonly: true, fileMustExist: true })
  try {
    return db.prepare<[], string>('SELECT id FROM kept').pluck().all()
  } finally {
    db.close()
  }
}

type LedgerTaps = ReturnType<typeof readLedger>['taps']

/** A tap whose step was already made by another tap joins that tap and has no row of its own. */
const hasJoined = (taps: LedgerTaps, orderId: string, action: string): boolean =>
  taps.some((tap) => tap.order_id === orderId && tap.action === action)

/** Taps that are on no disk. The screens are read first, because a tap is deleted there after it is in the ledger. */
export function lostTaps({ screens, core, durableReports }: ScreenWorld): readonly string[] {
  const kept = new Set(screens.flatMap(({ profile }) => keptOn(profile)))
  const { taps } = readLedger(core.profile)
  const known = new Set(taps.map(({ tap_id }) => tap_id))
  return [...durableReports.taps.values()].flatMap(({ tapId, orderId, action, screen }) => {
    const isThere = kept.has(tapId) || known.has(tapId) || hasJoined(taps, orderId, action)
    return isThere || durableReports.undoAsked.has(tapId) ? [] : [`tap ${tapId} (${action}) of ${screen} is on no disk`]
  })
}

/** The value after JSON serialization, which drops properties without a value. */
const asSent = ({ tickets }: BoardSnapshot): unknown =>
  JSON.parse(JSON.stringify(tickets.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1))))

export const showsTheSame = (screen: BoardSnapshot, core: BoardSnapshot): boolean =>
  isDeepStrictEqual(asSent(screen), asSent(core))

/** The violations at rest. `board`: the main computer's board. */
export function findScreenViolations(
  { platform, core, screens, durableReports }: ScreenWorld,
  board: BoardSnapshot,
): string[] {
  const { taps } = readLedger(core.profile)
  const rows = new Map(taps.map((tap) => [tap.tap_id, tap]))
  const broken: string[] = []
  for (const { name, profile } of screens) {
    const kept = keptOn(profile)
    if (kept.length > 0) broken.push(`${name} still keeps ${kept.length} taps`)
  }
  const own = new Map([...durableReports.taps].filter(([tapId]) => rows.has(tapId)))
  for (const [tapId, { orderId, action }] of durableReports.taps) {
    const isFound = own.has(tapId) || hasJoined(taps, orderId, action) || durableReports.undoAsked.has(tapId)
    if (!isFound) broken.push(`tap ${tapId} (${action} of ${orderId}) is lost`)
  }
  for (const { order_id: orderId, action } of taps) {
    const times = platform.requestLog.entries().filter((entry) => entry.orderId === orderId && entry.action === action)
    if (times.filter(({ applied }) => applied).length > 1) broken.push(`${action} of ${orderId} had its effect twice`)
  }
  // A tap that was undone before it was sent has no row. A tap that was sent must be `undone` in the ledger.
  const undone = new Set([...durableReports.undone].filter((tapId) => rows.has(tapId)))
  const judged = {
    taps: own,
    undone,
    acknowledged: new Set<string>(),
    knownOrders: new Set<string>(),
    violations: [],
  }
  return [...broken, ...findViolations(platform, core.profile, judged, board.tickets)]
}

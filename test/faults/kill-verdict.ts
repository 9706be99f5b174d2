import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LEDGER_FILE } from '../../electron/storage/storage.ts'
import { verifyLedger } from '../../electron/storage/verify.ts'
import { isReached, meaningOf, QUEUED_ACTIONS, type QueuedAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { PlatformOrder } from '../fixtures/platform/model.ts'
import type { ViolationKind } from '../fixtures/platform/request-record.ts'
import type { DurableReports } from './kill-run.ts'
import { type EndedTap, readLedger } from './ledger-queries.ts'
import type { WatchedPlatform } from './watched-platform.ts'

/** Violations that only the harness causes: it starts often, and each start requests a token. */
const CAUSED_BY_HARNESS: readonly ViolationKind[] = ['too-many-token-calls']

const isOver = (status: string): boolean => status === 'DELIVERED' || status === 'CONCLUDED' || status === 'CANCELLED'
const isAction = (action: string): action is QueuedAction => QUEUED_ACTIONS.some((one) => one === action)
const meaning = (order: PlatformOrder): string => meaningOf(order.status, order.cancelled)

/** Every POST that reached the platform, by order and action. */
function postsOf(platform: WatchedPlatform): ReadonlyMap<string, { readonly sent: number; readonly applied: number }> {
  const posts = new Map<string, { sent: number; applied: number }>()
  for (const { action, orderId, applied } of platform.requestLog.entries()) {
    if (action === undefined || action === 'validateCode') continue
    const key = `${orderId} ${action}`
    const before = posts.get(key) ?? { sent: 0, applied: 0 }
    posts.set(key, { sent: before.sent + 1, applied: before.applied + (applied ? 1 : 0) })
  }
  return posts
}

/** The reason why the end of a tap is wrong; `undefined` when it is right. */
function wrongEndOf(tap: EndedTap, order: PlatformOrder, wasDenied: boolean): string | undefined {
  const { action, state, reason } = tap
  if (!isAction(action)) return `is of no known action: ${action}`
  const status = meaning(order)
  // A concluded order has passed every step, also the step of a cancellation that failed.
  switch (state) {
    case 'confirmed':
      return isReached(action, status) ||
        (status === 'CANCELLED' && order.history.some((step) => isReached(action, step.status)))
        ? undefined
        : `counts as confirmed, and the platform has ${status}`
    case 'conflict':
      if (reason === 'order-cancelled')
        return order.cancelled ? undefined : 'was dropped for a cancellation that never was'
      if (reason === 'order-over')
        return isOver(status) ? undefined : `was dropped as over, and the platform has ${status}`
      if (reason === 'cancellation-denied') return wasDenied ? undefined : 'has the state "denied" without a denial'
      return `was refused for ${reason}, which the platform never answered`
    case 'undone':
      return undefined
    default:
      return `never ended: ${state}`
  }
}

/** The violations when the core is at rest; empty when there are none. */
export function findViolations(
  platform: WatchedPlatform,
  folder: string,
  durableReports: DurableReports,
  tickets: readonly Ticket[],
): readonly string[] {
  const broken: string[] = []
  const content = readLedger(folder)
  const posts = postsOf(platform)
  const denied = new Set(
    platform.model
      .events()
      .flatMap((event) => (event.eventType === 'CANCELLATION_REQUEST_DENIED' ? event.orderId : [])),
  )
  const shown = new Map(tickets.map((ticket) => [ticket.orderId, ticket]))

  for (const order of platform.orders()) {
    const actual = meaning(order)
    const status = content.statusOf.get(order.id)
    const ticket = shown.get(order.id)
    if (status !== actual) broken.push(`order ${order.id} is ${actual} and ${status} in the ledger`)
    if (!ticket && !isOver(actual)) broken.push(`order ${order.id} (${actual}) is not on the board`)
    if (ticket && ticket.status !== actual) broken.push(`order ${order.id} is ${actual} and shown as ${ticket.status}`)
  }

  const found = new Map(content.taps.map((tap) => [tap.tap_id, tap]))
  for (const tapId of durableReports.taps.keys())
    if (!found.has(tapId)) broken.push(`tap ${tapId} was durable and is gone`)
  for (const tapId of durableReports.undone) {
    if (found.get(tapId)?.state !== 'undone')
      broken.push(`tap ${tapId} was reported as undone and is ${found.get(tapId)?.state}`)
  }
  /** Number of taps by order and action: after a denial another tap may request the cancellation again. */
  const tapped = new Map<string, number>()
  for (const tap of content.taps) {
    const key = `${tap.order_id} ${tap.action}`
    if (tap.state !== 'undone') tapped.set(key, (tapped.get(key) ?? 0) + 1)
    const order = platform.order(tap.order_id)
    const wrongEnd = order ? wrongEndOf(tap, order, denied.has(order.id)) : 'belongs to an order that does not exist'
    if (wrongEnd) broken.push(`tap ${tap.tap_id} (${tap.action} of ${tap.order_id}) ${wrongEnd}`)
  }
  for (const [key, { applied }] of posts) {
    const taps = tapped.get(key) ?? 0
    if (applied > taps) broken.push(`${key} was applied ${applied} times for ${taps} taps`)
    if (taps === 0) broken.push(`${key} was sent without a tap or after its undo`)
  }

  for (const orderId of content.unequalEffects) broken.push(`an event of ${orderId} had its effect twice or never`)
  for (const { eventId } of platform.model.pending(platform.clientId))
    broken.push(`event ${eventId} is not acknowledged`)
  for (const { kind, message } of platform.requestLog.violations()) {
    if (!CAUSED_BY_HARNESS.includes(kind)) broken.push(`the platform recorded ${kind}: ${message}`)
  }
  const db = new Database(join(folder, LEDGER_FILE), { readonly: true })
  broken.push(...verifyLedger(db, 'all'))
  db.close()
  return broken
}

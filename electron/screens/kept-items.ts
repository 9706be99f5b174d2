import type { z } from 'zod'
import { type CallResult, contract } from '../../shared/contract.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { type KeptCall, SCREEN_CALL_WAYS } from '../../shared/screen-calls.ts'
import type { Log } from '../logging/log-port.ts'
import type { KeptItem, ScreenStore } from '../storage/screen-store.ts'
import type { OverlayItem } from './overlay.ts'

/** Longer than a call waits for its answer (station-link.ts). */
const VERDICT_MS = 20_000
/** More than a kitchen taps in a day without its station. */
const MOST_ITEMS = 2_000

const isKeptCall = (call: string): call is KeptCall =>
  Object.entries(SCREEN_CALL_WAYS).some(([name, way]) => name === call && way === 'kept')

/** A judged item stays on the board until the board shows what came of it. */
type Judged = { readonly version: number; readonly connection: number }
/** `sentAt`: monotonic ms, in this run. */
type Live = { readonly item: OverlayItem; wasSent: boolean; sentAt?: number; judged: Judged | undefined }

/** The taps of this screen that the board of the station does not show yet. */
export type KeptItems = {
  /** Durable when it answers `ok`. */
  keep(item: OverlayItem): CallResult<null>
  /** Those of one order, in their order. */
  of(orderId: string): readonly OverlayItem[]
  orderIds(): readonly string[]
  /** Not judged yet, in the order in which they were made. */
  unjudged(): readonly OverlayItem[]
  find(id: string): { readonly item: OverlayItem; readonly wasSent: boolean } | undefined
  /** `at`: monotonic ms. */
  recordSent(id: string, at: number): void
  /** Those that were sent and got no verdict: it was lost, though the line holds. */
  overdue(now: number): readonly OverlayItem[]
  /** Taken back before it was ever sent. */
  drop(id: string): CallResult<null>
  /** The station has judged it; the board of `version` shows what came of it. */
  recordVerdict(id: string, version: number): void
  /** The board has come so far; `isWhole`: it is a snapshot, the first of its connection or later. Gives the orders to draw. */
  dropShown(version: number, isWhole: boolean): readonly string[]
  /** A connection begins: versions count anew. */
  startConnection(): void
}

const readItem = ({ id, call, orderId, args, madeAt }: KeptItem): OverlayItem | undefined => {
  if (!isKeptCall(call)) return undefined
  const read = (contract[call].args as z.ZodType).safeParse(args)
  // The arguments were read with the schema of this very call, which the compiler cannot follow through the union.
  return read.success ? ({ id, call, orderId, args: read.data, madeAt } as OverlayItem) : undefined
}

export function createKeptItems(store: ScreenStore | undefined, log: Log): KeptItems {
  const live = new Map<string, Live>()
  let connection = 0

  for (const kept of store?.items() ?? []) {
    const item = readItem(kept)
    if (item === undefined) {
      log.error('kept-item-unreadable')
      continue
    }
    // Whether the run before has sent it is not known.
    live.set(item.id, { item, wasSent: true, judged: undefined })
  }

  const durably = (change: (kept: ScreenStore) => void): CallResult<null> => {
    if (store === undefined) return fail('storage', 'This screen has no storage')
    try {
      change(store)
      return ok(null)
    } catch (error) {
      log.error('storage-refused', { error: messageOf(error) })
      return fail('storage', messageOf(error))
    }
  }
  const all = (): readonly Live[] => [...live.values()]

  return {
    keep(item) {
      if (live.size >= MOST_ITEMS) return fail('storage', 'Too many taps wait for the station')
      const kept = durably((into) => into.keep(item))
      if (kept.ok) live.set(item.id, { item, wasSent: false, judged: undefined })
      return kept
    },
    of: (orderId) => all().flatMap(({ item }) => (item.orderId === orderId ? [item] : [])),
    orderIds: () => [...new Set(all().map(({ item }) => item.orderId))],
    unjudged: () => all().flatMap(({ item, judged }) => (judged === undefined ? [item] : [])),
    find(id) {
      const known = live.get(id)
      return known === undefined || known.judged !== undefined ? undefined : known
    },
    recordSent(id, at) {
      const known = live.get(id)
      if (known === undefined) return
      known.wasSent = true
      known.sentAt = at
    },
    overdue: (now) =>
      all().flatMap(({ item, sentAt, judged }) =>
        judged === undefined && sentAt !== undefined && now - sentAt >= VERDICT_MS ? [item] : [],
      ),
    drop(id) {
      const dropped = durably((from) => from.settle(id))
      if (dropped.ok) live.delete(id)
      return dropped
    },
    recordVerdict(id, version) {
      const known = live.get(id)
      if (known === undefined) return
      known.judged = { version, connection }
      // Refused by the disk: it is sent again after the next start, and the station knows its id.
      durably((from) => from.settle(id))
    },
    dropShown(version, isWhole) {
      const seen = all().filter(
        ({ judged }) =>
          judged !== undefined && (judged.connection === connection ? judged.version <= version : isWhole),
      )
      for (const { item } of seen) live.delete(item.id)
      return seen.map(({ item }) => item.orderId)
    },
    startConnection() {
      connection += 1
    },
  }
}

import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import type { WebhookStatus } from '../../shared/contract/webhook.ts'
import { isKnownStatus } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Freshness } from '../../shared/time/freshness.ts'

/** The input of the report for support: the state of the program, without personal data. */

export type Facts = {
  /** Epoch ms. */
  readonly at: number
  readonly program: Readonly<Record<string, string | number>>
  readonly board: BoardSnapshot
  readonly freshness: readonly FreshnessEntry[]
  readonly webhook: WebhookStatus
  readonly storage: StorageHealth
  readonly isPinSet: boolean
  readonly log: readonly object[]
}

const instant = (at: number): string => new Date(at).toISOString()

/** Settings whose value is one of the program's own words. Any other text may have been typed by a person. */
const WORDS: ReadonlySet<string> = new Set(['locale', 'theme', 'acknowledgment', 'validateCode', 'money', 'bind'])

/** Built member by member, so that a new member of the board is not included automatically. */
export function reportOf(facts: Facts): object {
  const { board, webhook } = facts
  return {
    report: 'comanda-diagnostics',
    at: instant(facts.at),
    program: facts.program,
    settings: withoutTexts(board.settings),
    pin: facts.isPinSet ? 'set' : 'none',
    board: {
      version: board.version,
      notice: board.notice,
      clockSkewMs: board.clock.skewMs,
      tickets: board.tickets.length,
      byLane: countsBy(board.tickets, ({ lane }) => lane),
      byStatus: countsBy(board.tickets, ({ status }) => (isKnownStatus(status) ? status : 'other')),
      unsettledTaps: board.unsettledTaps,
    },
    freshness: {
      now: { state: board.freshness.state, trouble: board.freshness.trouble },
      history: facts.freshness.map(({ at, state, trouble }) => ({ at: instant(at), state, trouble })),
    },
    // Without the addresses, which reveal the machine's place in the network.
    webhook: {
      state: webhook.state,
      trouble: webhook.trouble,
      lastVerdict: webhook.lastDelivery?.verdict,
      accepted: webhook.accepted,
      refused: webhook.refused,
    },
    storage: facts.storage,
    log: facts.log,
  }
}

function countsBy(tickets: readonly Ticket[], keyOf: (ticket: Ticket) => string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const ticket of tickets) counts.set(keyOf(ticket), (counts.get(keyOf(ticket)) ?? 0) + 1)
  return Object.fromEntries(counts)
}

function withoutTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return WORDS.has(name) ? value : '[text]'
  if (Array.isArray(value)) return `[${value.length} entries]`
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutTexts(member, key)]))
}

const MAX_ENTRIES = 500

/** A change of the board's freshness. `at`: epoch ms. */
type FreshnessEntry = Pick<Freshness, 'state' | 'trouble'> & { readonly at: number }

type FreshnessSource = {
  snapshot(): { readonly freshness: Freshness }
  onDelta(listener: (delta: BoardDelta) => void): () => void
}

/** Records the changes since the start, at most the latest 500. */
export function keepFreshnessHistory(source: FreshnessSource, now: () => number): () => readonly FreshnessEntry[] {
  const entries: FreshnessEntry[] = []
  const note = ({ state, trouble }: Freshness): void => {
    const last = entries.at(-1)
    if (last?.state === state && last.trouble === trouble) return
    entries.push({ at: now(), state, trouble })
    if (entries.length > MAX_ENTRIES) entries.shift()
  }
  note(source.snapshot().freshness)
  source.onDelta(({ freshness }) => {
    if (freshness !== undefined) note(freshness)
  })
  return () => [...entries]
}

type StorageHealth = {
  /** Databases with their logs, copies and files set aside. Only names that this program gives. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly changedAt: string }[]
  /** `undefined` when the system does not report it. */
  readonly freeBytes: number | undefined
}

const OWN_FILE = /^(ledger|cache)[\w.:+-]*$/

export async function storageHealth(folder: string): Promise<StorageHealth> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.filter((name) => OWN_FILE.test(name)).map((name) => factsOf(folder, name)))
  const disk = await statfs(folder).catch(() => undefined)
  return { files: files.flatMap((file) => file ?? []), freeBytes: disk && disk.bavail * disk.bsize }
}

const factsOf = (folder: string, name: string): Promise<StorageHealth['files'][number] | undefined> =>
  stat(join(folder, name)).then(
    ({ size, mtime }) => ({ name, bytes: size, changedAt: mtime.toISOString() }),
    () => undefined,
  )

import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoardSnapshot, CallResult } from '../../shared/contract/contract.ts'
import type { Spoken } from '../../shared/contract/platforms.ts'
import { SETTING_NAMES, settingMarks } from '../../shared/contract/settings.ts'
import type { Deliveries, WebhookStatus } from '../../shared/contract/webhook.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { isKnownStatus } from '../../shared/order/lifecycle.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Freshness } from '../../shared/time/freshness.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Core, StaffCore } from '../core/core.ts'
import { openHandle, withFile } from '../files/regular-file.ts'
import type { Lock } from '../lock/pin-lock.ts'
import type { Log } from '../logging/log-port.ts'
import { logFilesIn } from '../logging/logger.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'

/** The input of the report for support: the state of the program, without personal data. */

/** One connection of the kitchen. */
export type ReportedConnection = {
  readonly slot: Slot
  readonly spoken: () => Spoken
  readonly core: Pick<Core, 'about' | 'tickets'>
  /** Folder with its databases. */
  readonly folder: string
  /** Only for the search for its secrets in the finished text. */
  readonly credentials: ConnectionSource
}

type ConnectionFacts = {
  readonly one: ReportedConnection
  readonly freshness: readonly FreshnessEntry[]
  readonly deliveries: Deliveries | undefined
  readonly storage: StorageHealth
}

type Facts = {
  /** Epoch ms. */
  readonly at: number
  readonly program: Readonly<Record<string, string | number>>
  readonly board: BoardSnapshot
  readonly freshness: readonly FreshnessEntry[]
  readonly webhook: WebhookStatus
  readonly connections: readonly ConnectionFacts[]
  readonly isPinSet: boolean
  readonly log: readonly object[]
}

const instant = (at: number): string => new Date(at).toISOString()

/** Settings whose value is one of the program's own words. Any other text may have been typed by a person. */
const WORDS: ReadonlySet<string> = new Set(['locale', 'theme', 'acknowledgment', 'validateCode', 'money', 'bind'])

/** Built member by member, so that a new member of the board is not included automatically. */
function reportOf(facts: Facts): object {
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
      ...countsOf(board.tickets),
      unsettledTaps: board.unsettledTaps,
    },
    freshness: freshnessOf(board.freshness, facts.freshness),
    connections: facts.connections.map(connectionOf),
    // Without the addresses, which reveal the machine's place in the network.
    webhook: {
      state: webhook.state,
      trouble: webhook.trouble,
      ...deliveriesOf(webhook),
    },
    log: facts.log,
  }
}

/** Without its name, which a person may have typed. */
function connectionOf({ one, freshness, deliveries, storage }: ConnectionFacts): object {
  const { settings, clock, notice, unsettledTaps, freshness: now } = one.core.about()
  return {
    slot: one.slot,
    ...pick(one.spoken(), ['dialect', 'profile']),
    settings: withoutTexts(pick(settings, OWN_SETTINGS)),
    notice,
    clockSkewMs: clock.skewMs,
    ...countsOf(one.core.tickets()),
    unsettledTaps,
    freshness: freshnessOf(now, freshness),
    webhook: deliveries && deliveriesOf(deliveries),
    storage,
  }
}

const OWN_SETTINGS = SETTING_NAMES.filter((name) => settingMarks(name).ofConnection)

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]): object =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

const countsOf = (tickets: readonly Ticket[]): object => ({
  tickets: tickets.length,
  byLane: countsBy(tickets, ({ lane }) => lane),
  byStatus: countsBy(tickets, ({ status }) => (isKnownStatus(status) ? status : 'other')),
})

const freshnessOf = ({ state, trouble }: Freshness, history: readonly FreshnessEntry[]): object => ({
  now: { state, trouble },
  history: history.map((entry) => ({ ...entry, at: instant(entry.at) })),
})

const deliveriesOf = ({ lastDelivery, accepted, refused }: Deliveries): object => ({
  lastVerdict: lastDelivery?.verdict,
  accepted,
  refused,
})

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

/** The changes since the start, at most the latest 500. */
interface FreshnessHistory {
  note(freshness: Freshness): void
  entries(): readonly FreshnessEntry[]
}

function createFreshnessHistory(now: () => number): FreshnessHistory {
  const entries: FreshnessEntry[] = []
  return {
    note({ state, trouble }) {
      const last = entries.at(-1)
      if (last?.state === state && last.trouble === trouble) return
      entries.push({ at: now(), state, trouble })
      if (entries.length > MAX_ENTRIES) entries.shift()
    },
    entries: () => [...entries],
  }
}

/** Records the freshness of the board and that of each connection. */
function keepFreshness({ core, connections, clock }: DiagnosticsOptions) {
  const ofBoard = createFreshnessHistory(clock.platform)
  const ofConnections = new WeakMap<ReportedConnection, FreshnessHistory>()
  const noteAll = (freshness: Freshness): void => {
    ofBoard.note(freshness)
    for (const one of connections()) {
      const history = ofConnections.get(one) ?? createFreshnessHistory(clock.platform)
      ofConnections.set(one, history)
      history.note(one.core.about().freshness)
    }
  }
  noteAll(core.snapshot().freshness)
  core.onDelta(({ freshness }) => {
    if (freshness !== undefined) noteAll(freshness)
  })
  return { board: ofBoard.entries, of: (one: ReportedConnection) => ofConnections.get(one)?.entries() ?? [] }
}

type StorageHealth = {
  /** Databases with their logs, copies and files set aside. Only names that this program gives. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly changedAt: string }[]
  /** `undefined` when the system does not report it. */
  readonly freeBytes: number | undefined
}

const OWN_FILE = /^(ledger|cache)[\w.:+-]*$/

async function storageHealth(folder: string): Promise<StorageHealth> {
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

const LOG_LINES = 1_000
/** Minimum length of a searched secret: a shorter text would match in many places. */
const SHORTEST_SECRET = 6
/** A keychain that waits for a user does not delay the report. */
const CONNECTION_LIMIT_MS = 2_000

export type DiagnosticsOptions = {
  /** Folder with the logs. */
  readonly profile: string
  readonly core: StaffCore & { readonly lock: Lock }
  /** By slot; the same objects as long as the kitchen has them. */
  readonly connections: () => readonly ReportedConnection[]
  readonly webhookStatus: () => WebhookStatus
  readonly clock: { platform(): number; monotonic(): number }
  readonly log: Log
  readonly version: string
  readonly rendering: 'hardware' | 'software'
  /** Asks the user where to save; false when the user cancels. */
  readonly save: (suggestedName: string, text: string) => Promise<boolean>
}

/**
 * Writes a report for support into a file that the user chooses. SECURITY: diagnostics (docs/security.md). Every part is
 * made of allow-listed facts, and the finished text is also searched for the secrets.
 */
export function createDiagnosticsExport(options: DiagnosticsOptions): () => Promise<CallResult<{ isSaved: boolean }>> {
  const { core, connections, clock, log } = options
  const freshness = keepFreshness(options)

  /** The webhook has a door for each connection, in the same sequence. */
  const factsOfConnection = async (one: ReportedConnection, deliveries: Deliveries | undefined) => ({
    one,
    freshness: freshness.of(one),
    deliveries,
    storage: await storageHealth(one.folder),
  })

  const facts = async (at: number): Promise<Facts> => ({
    at,
    program: {
      version: options.version,
      rendering: options.rendering,
      electron: process.versions.electron ?? 'none',
      chromium: process.versions.chrome ?? 'none',
      node: process.versions.node,
      platform: process.platform,
      architecture: process.arch,
      uptimeSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
    },
    board: core.snapshot(),
    freshness: freshness.board(),
    webhook: options.webhookStatus(),
    connections: await Promise.all(
      connections().map((one, index) => factsOfConnection(one, options.webhookStatus().connections?.[index])),
    ),
    isPinSet: core.lock.status().isSet,
    log: await lastLogLines(join(options.profile, 'logs'), LOG_LINES),
  })

  return async () => {
    const at = clock.platform()
    const text = `${JSON.stringify(reportOf(await facts(at)), undefined, 2)}\n`
    const known = await Promise.all(connections().map(({ credentials }) => knownConnection(credentials)))
    const clean = known.reduce(withoutSecrets, text)
    if (clean !== text) log.error('secret-in-diagnostics')
    try {
      const isSaved = await options.save(`comanda-${new Date(at).toISOString().slice(0, 10)}.json`, clean)
      log.info('diagnostics-exported', { outcome: isSaved ? 'saved' : 'cancelled' })
      return ok({ isSaved })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log.error('diagnostics-not-saved', { code })
      return fail('storage', `the file could not be written: ${code}`)
    }
  }
}

async function knownConnection(source: ConnectionSource): Promise<Connection | undefined> {
  const known = await withTimeLimit(source(), CONNECTION_LIMIT_MS, () => undefined)
  return known?.ok ? known.value : undefined
}

/** `<hash>` is one segment of the address's path; all segments are searched. */
function withoutSecrets(text: string, connection: Connection | undefined): string {
  if (connection === undefined) return text
  const segments = URL.parse(connection.apiUrl)?.pathname.split('/') ?? []
  return [connection.clientSecret, connection.clientId, ...segments]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '[redacted]'), text)
}

const MAX_BYTES = 512 * 1_024
/** The last lines of the log, oldest first. Empty when there is none; a line that the logger did not write is left out. */
async function lastLogLines(folder: string, limit: number): Promise<readonly object[]> {
  const files = await logFilesIn(folder).catch(() => [])
  const lines: object[] = []
  for (const { name } of files.toReversed()) {
    const parsed = (await tailOf(join(folder, name)).catch(() => '')).split('\n').flatMap(parsedLine)
    lines.unshift(...parsed.slice(-(limit - lines.length)))
    if (lines.length >= limit) break
  }
  return lines
}

const tailOf = (path: string): Promise<string> =>
  withFile(openHandle(path), async (file) => {
    const { size } = await file.stat()
    const length = Math.min(size, MAX_BYTES)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8')
  })

function parsedLine(line: string): readonly object[] {
  const parsed = parseJsonText(line)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? [parsed] : []
}

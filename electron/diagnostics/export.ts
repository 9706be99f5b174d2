import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallResult } from '../../shared/contract/contract.ts'
import type { WebhookStatus } from '../../shared/contract/webhook.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok } from '../../shared/result.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Core } from '../core/core.ts'
import { openHandle } from '../files/regular-file.ts'
import type { Lock } from '../lock/pin-lock.ts'
import type { Log } from '../logging/log-port.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'
import { type Facts, keepFreshnessHistory, reportOf, storageHealth } from './report.ts'

const LOG_LINES = 1_000
/** Minimum length of a searched secret: a shorter text would match in many places. */
const SHORTEST_SECRET = 6
/** A keychain that waits for a user does not delay the report. */
const CONNECTION_LIMIT_MS = 2_000

export type DiagnosticsParts = {
  /** Folder with the logs. */
  readonly profile: string
  /** Folder with the databases. */
  readonly folder: string
  readonly core: Core & { readonly lock: Lock }
  readonly webhookStatus: () => WebhookStatus
  /** Only for the search for its secrets in the finished text. */
  readonly connection: ConnectionSource
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
export function createDiagnosticsExport(parts: DiagnosticsParts): () => Promise<CallResult<{ isSaved: boolean }>> {
  const { core, clock, log } = parts
  const freshness = keepFreshnessHistory(core, clock.platform)

  const facts = async (at: number): Promise<Facts> => ({
    at,
    program: {
      version: parts.version,
      rendering: parts.rendering,
      electron: process.versions.electron ?? 'none',
      chromium: process.versions.chrome ?? 'none',
      node: process.versions.node,
      platform: process.platform,
      architecture: process.arch,
      uptimeSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
    },
    board: core.snapshot(),
    freshness: freshness(),
    webhook: parts.webhookStatus(),
    storage: await storageHealth(parts.folder),
    isPinSet: core.lock.status().isSet,
    log: await lastLogLines(join(parts.profile, 'logs'), LOG_LINES),
  })

  return async () => {
    const at = clock.platform()
    const text = `${JSON.stringify(reportOf(await facts(at)), undefined, 2)}\n`
    const clean = withoutSecrets(text, await knownConnection(parts.connection))
    if (clean !== text) log.error('secret-in-diagnostics')
    try {
      const isSaved = await parts.save(`comanda-${new Date(at).toISOString().slice(0, 10)}.json`, clean)
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
const LOG_FILE = /^comanda-\d{4}-\d{2}-\d{2}(\.\d{1,4})?\.log$/

const { compare } = new Intl.Collator('en', { numeric: true })
/** By day, then by part: the first part has no number, and `.10` comes after `.9`. */
const inOrder = (one: string, other: string): number => compare(one.replace(/\.log$/, ''), other.replace(/\.log$/, ''))

/** The last lines of the log, oldest first. Empty when there is none; a line that the logger did not write is left out. */
async function lastLogLines(folder: string, limit: number): Promise<readonly object[]> {
  const names = await readdir(folder).catch(() => [])
  const lines: object[] = []
  for (const name of names.filter((each) => LOG_FILE.test(each)).toSorted((a, b) => inOrder(b, a))) {
    const parsed = (await tailOf(join(folder, name)).catch(() => '')).split('\n').flatMap(parsedLine)
    lines.unshift(...parsed.slice(-(limit - lines.length)))
    if (lines.length >= limit) break
  }
  return lines
}

async function tailOf(path: string): Promise<string> {
  const file = await openHandle(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, MAX_BYTES)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}

function parsedLine(line: string): readonly object[] {
  const parsed = parseJsonText(line)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? [parsed] : []
}

import type { Log, LogFields } from './log-port.ts'
import { redact } from './redaction.ts'

/**
 * Characters that JSON does not escape and that a terminal or an editor shows as a line break, a change of direction or
 * nothing: C1 controls, line and paragraph separators, bidirectional and zero-width characters.
 */
const DECEPTIVE = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One line of the log: JSON, one object, without characters that could begin another line. `at` in epoch ms. */
export function logLine(at: number, level: keyof Log, event: string, fields: LogFields): string {
  const name = /^[a-z\d-]{1,60}$/.test(event) ? event : 'event-name-malformed'
  const instant = Number.isFinite(at) ? new Date(at).toISOString() : 'unknown'
  return `${JSON.stringify({ at: instant, level, event: name, ...redact(fields) }).replace(DECEPTIVE, escaped)}\n`
}

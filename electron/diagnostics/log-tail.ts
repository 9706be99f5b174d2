import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonText } from '../../shared/json-text.ts'
import { openHandle } from '../files/regular-file.ts'

const MAX_BYTES = 512 * 1_024
const LOG_FILE = /^comanda-\d{4}-\d{2}-\d{2}(\.\d{1,4})?\.log$/

const { compare } = new Intl.Collator('en', { numeric: true })
/** By day, then by part: the first part has no number, and `.10` comes after `.9`. */
const inOrder = (one: string, other: string): number => compare(one.replace(/\.log$/, ''), other.replace(/\.log$/, ''))

/** The last lines of the log, oldest first. Empty when there is none; a line that the logger did not write is left out. */
export async function lastLogLines(folder: string, limit: number): Promise<readonly object[]> {
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

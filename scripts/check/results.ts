import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Names the file in which the reporters of vitest and Playwright write their results while the tests run. */
export const RESULTS_FILE = 'COMANDA_RESULTS_FILE'

export type TestResult = {
  readonly kind: 'test'
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly title: string
  /** The command that runs this test alone. */
  readonly command: string
  /** The first error of a failed test; why a skipped test did not run. */
  readonly reason: string
}
/** How long a test file took, its loading included. */
export type FileTime = { readonly kind: 'file'; readonly file: string; readonly ms: number }
export type ResultLine = TestResult | FileTime

/** Appends a line. Without a file in the environment it does nothing. */
export function writeResult(line: ResultLine): void {
  const file = process.env[RESULTS_FILE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Reads the complete lines that the reporters have written so far. */
export function readResults(file: string): readonly ResultLine[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ResultLine => JSON.parse(line))
}

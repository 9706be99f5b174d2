import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { reasonOf } from './failure-text.ts'
import { writeResult } from './results.ts'

/** Writes each result of Playwright for `npm test`, also failures outside a test. */
export default class ResultsOfPlaywright implements Reporter {
  readonly #msOf = new Map<string, number>()

  printsToStdio(): boolean {
    return false
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const file = relative(process.cwd(), test.location.file)
    this.#msOf.set(file, (this.#msOf.get(file) ?? 0) + result.duration)
    const isAsExpected = result.status === test.expectedStatus
    const skipReason = test.annotations.find(({ type }) => type === 'skip')?.description
    writeResult({
      kind: 'test',
      state: result.status === 'skipped' ? 'skipped' : isAsExpected ? 'passed' : 'failed',
      title: `${file}: ${test.titlePath().slice(3).join(' > ')}`,
      command: `npm run e2e -- ${file}:${test.location.line}`,
      reason: result.status === 'skipped' ? (skipReason ?? '') : reasonOf(result.error?.message),
    })
  }

  onError({ message }: TestError): void {
    const [title, command] = ['outside a test', 'npm run e2e']
    writeResult({ kind: 'test', state: 'failed', title, command, reason: reasonOf(message) })
  }

  onEnd(): void {
    for (const [file, ms] of this.#msOf) writeResult({ kind: 'file', file, ms })
  }
}

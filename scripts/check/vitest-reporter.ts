import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { reasonOf, testPattern } from './failure-text.ts'
import { type TestResult, writeResult } from './results.ts'

const fileOf = ({ moduleId }: TestModule): string => relative(process.cwd(), moduleId)
const commandOf = (module: TestModule): string => `npx vitest run --project ${module.project.name} ${fileOf(module)}`
/** The message, what was expected and received, and the place. */
const textOf = ({ message, diff = '', stack = '' }: SerializedError): string =>
  [message, diff, stack.slice(stack.indexOf('\n    at ') + 1)].filter((part) => part !== '').join('\n')
const titleOf = (module: TestModule, name: string): string => `${fileOf(module)}: ${name}`

function writeFailure(title: string, command: string, errors: readonly SerializedError[] | undefined): void {
  const [error] = errors ?? []
  if (error !== undefined)
    writeResult({ kind: 'test', state: 'failed', title, command, reason: reasonOf(textOf(error)) })
}

/** Writes each result of vitest for `npm test`, also failures outside a test. */
export default class ResultsOfVitest implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    const { state } = result
    if (state === 'pending') return
    const reason =
      result.state === 'skipped'
        ? (result.note ?? '')
        : (result.errors?.slice(0, 1).map(textOf).map(reasonOf).join() ?? '')
    const line: TestResult = {
      kind: 'test',
      state,
      title: titleOf(test.module, test.fullName),
      command: `${commandOf(test.module)} -t ${testPattern(test.fullName.replaceAll(' > ', ' '))}`,
      reason,
    }
    writeResult(line)
  }

  onTestSuiteResult(suite: TestSuite): void {
    writeFailure(titleOf(suite.module, suite.fullName), commandOf(suite.module), suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    writeFailure(fileOf(module), commandOf(module), module.errors())
    const { collectDuration, duration } = module.diagnostic()
    writeResult({ kind: 'file', file: fileOf(module), ms: collectDuration + duration })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeFailure('outside a test', 'npx vitest run', errors)
  }
}

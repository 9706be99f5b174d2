import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTATIONS, MUTATIONS_OF_1, MUTATIONS_OF_TWO, type Mutation } from './mutations.ts'
import { SCREEN_MUTATIONS } from './screen-mutations.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Number of histories that must be enough to detect each defect. */
const HISTORIES = 4_000
const SCREEN_HISTORIES = 1_000
const HISTORIES_OF_TWO = 300
const TIME_LIMIT_MS = 30 * 60_000

/** `mutation`: its index in both lists together. */
function runWithMutation(
  mutation: number,
  options: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(
    process.execPath,
    ['--import', './test/histories/mutate.ts', 'test/histories/run-histories.ts', '--stop-at-first', ...options],
    { cwd: ROOT, env: { ...process.env, COMANDA_MUTATION: `${mutation}` } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })))
}

const rowsOf = (mutations: readonly Mutation[], before: number) =>
  mutations.map((mutation, index) => [mutation.breaks, before + index, mutation] as const)

async function expectDetected(mutation: Mutation, index: number, options: readonly string[], rule: RegExp) {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8')
  expect(source.split(mutation.from)).toHaveLength(2)
  const { status, output } = await runWithMutation(index, ['--seed', `${mutation.seed ?? 1}`, ...options])
  expect({ status, output }).toMatchObject({ status: 1, output: expect.stringContaining('Property failed') })
  expect(output).toMatch(rule)
}

describe.concurrent('the invariants detect a defect that is inserted on purpose', { timeout: TIME_LIMIT_MS }, () => {
  it.each(rowsOf(MUTATIONS, 0))('%s', (_breaks, index, mutation) =>
    expectDetected(mutation, index, ['--histories', `${HISTORIES}`], /^[1-6]: /m),
  )

  it.each(rowsOf(SCREEN_MUTATIONS, MUTATIONS.length))('%s', (_breaks, index, mutation) =>
    expectDetected(mutation, index, ['--screens', '--histories', `${SCREEN_HISTORIES}`], /^S[1-7]: /m),
  )

  it.each(rowsOf(MUTATIONS_OF_1, MUTATIONS.length + SCREEN_MUTATIONS.length))('%s', (_breaks, index, mutation) =>
    expectDetected(mutation, index, ['--of-1', '--histories', `${HISTORIES}`], /^[1-6]: /m),
  )

  const beforeTwo = MUTATIONS.length + SCREEN_MUTATIONS.length + MUTATIONS_OF_1.length
  it.each(rowsOf(MUTATIONS_OF_TWO, beforeTwo))('%s', (_breaks, index, mutation) =>
    expectDetected(mutation, index, ['--two', '--histories', `${HISTORIES_OF_TWO}`], /^[1-8]: /m),
  )
})

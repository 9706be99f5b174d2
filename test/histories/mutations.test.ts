import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutations.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Histories within which each defect has to be noticed. */
const HISTORIES = 4_000
const TIME_LIMIT_MS = 5 * 60_000

function liveBroken(mutation: number): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      './test/histories/mutate.ts',
      'test/histories/run.ts',
      '--histories',
      `${HISTORIES}`,
      '--stop-at-first',
    ],
    { cwd: ROOT, env: { ...process.env, COMANDA_MUTATION: `${mutation}` } },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.on('exit', (status) => resolve({ status, said })))
}

describe.concurrent('a defect put in on purpose is noticed', { timeout: TIME_LIMIT_MS }, () => {
  it.each(MUTATIONS.map((mutation, index) => [mutation.breaks, index, mutation] as const))(
    '%s',
    async (_breaks, index, mutation) => {
      const source = readFileSync(join(ROOT, mutation.file), 'utf8')
      expect(source.split(mutation.from)).toHaveLength(2)
      const { status, said } = await liveBroken(index)
      expect({ status, said }).toMatchObject({ status: 1, said: expect.stringContaining('Property failed') })
      expect(said).toMatch(/^[1-6]: /m)
    },
  )
})

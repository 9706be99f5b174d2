import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SLOW_TITLES } from '../../fixtures/leave-out-slow-tests.ts'

const TESTS = join(import.meta.dirname, '../..')

it('each title that mutation testing leaves out belongs to a test', () => {
  const files = globSync('{unit,integration}/**/*.test.ts', { cwd: TESTS })
  const sources = files.map((file) => readFileSync(join(TESTS, file), 'utf8')).join('\n')
  expect(SLOW_TITLES.filter((title) => !sources.includes(`'${title}'`))).toEqual([])
})

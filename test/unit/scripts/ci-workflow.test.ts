import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../../..')

type Workflow = {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: { readonly os: readonly string[] } }
        readonly steps: readonly { readonly run?: string; readonly if?: string }[]
      }
    >
  >
}

it('the workflow tests, packages and verifies the real program on Linux, Windows and macOS, and skips no step', () => {
  const { jobs } = parse(readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8')) as Workflow
  const [job] = Object.values(jobs)
  expect(job?.strategy.matrix.os.map((name) => name.split('-')[0])).toEqual(['ubuntu', 'windows', 'macos'])
  const always = job?.steps.filter((step) => step.if === undefined).flatMap(({ run }) => run ?? [])
  // Part B of the verification uses the package.
  expect(always).toEqual([
    'npm test',
    'node node_modules/electron/install.js',
    'npm run package',
    'npm run verify:electron -- --required',
  ])
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['test', 'package', 'verify:electron']))
})

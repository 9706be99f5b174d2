import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { FIGURE } from '../fixtures/figures.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLAYWRIGHT = ['scripts/with-keychain.mjs', 'playwright', 'test', '--workers=1'] as const
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism'] as const

/** The tests that print figures: of the built app, then of the core, one by one. */
const RUNS: readonly (readonly string[])[] = [
  [...PLAYWRIGHT, '--project=bench'],
  [...PLAYWRIGHT, '--project=e2e', '--grep', '@figures'],
  [
    ...VITEST,
    ...['--project', 'programs', 'test/faults/kill.test.ts', 'test/faults/flood.all.test.ts'],
    ...[
      '--project',
      'chain',
      'packages/relay/test/load.all.test.ts',
      'packages/relay/test/odd-platform.test.ts',
      'packages/relay/test/program.test.ts',
    ],
  ],
]

/** Runs the tests and prints only the figures, each with its bound. A failed test prints its output. */
export async function printFiguresOfTests(): Promise<void> {
  for (const [script = '', ...args] of RUNS) {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      const at = line.indexOf(FIGURE)
      if (at >= 0) console.log(line.slice(at + FIGURE.length))
    }
    if ((await ended) !== 0) console.log(lines.join('\n'))
  }
}

import { spawnSync } from 'node:child_process'
import { reportAdvisories } from './advisories/report.ts'

/**
 * `npm run advisories`: asks the registry for known weaknesses of the locked packages. Exits with 1 when a
 * shipped package or a tool has one, and with 0 when none has. Without an answer of the registry it prints "not checked".
 */

const WAIT_MS = 60_000

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--audit-level=none'], {
  encoding: 'utf8',
  timeout: WAIT_MS,
  shell: process.platform === 'win32',
})
const { lines, exitCode } = reportAdvisories(stdout ?? '', error?.message ?? stderr ?? '')
for (const line of lines) console.log(line)
process.exitCode = exitCode

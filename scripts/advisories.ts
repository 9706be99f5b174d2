import { spawnSync } from 'node:child_process'
import { reportAdvisories } from './advisories/advisory-report.ts'

/**
 * `npm run advisories`: reads from the registry the known vulnerabilities of the packages in package-lock.json. Exits with 1
 * when a package has one, otherwise with 0. Without an answer of the registry it prints "not checked".
 */

const TIMEOUT_MS = 60_000

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--audit-level=none'], {
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  shell: process.platform === 'win32',
})
const { lines, exitCode } = reportAdvisories(stdout ?? '', error?.message ?? stderr ?? '')
for (const line of lines) console.log(line)
process.exitCode = exitCode

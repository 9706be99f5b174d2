import { spawnSync } from 'node:child_process'
import { tellAdvisories } from './advisories/tell.ts'

/**
 * `npm run advisories`: asks the registry for known weaknesses of the locked packages. Ends with 1 when there are any in
 * what is shipped or in tools, with 0 when there are none, and with 0 and the words "not checked" where it cannot be asked.
 */

const WAIT_MS = 60_000

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--audit-level=none'], {
  encoding: 'utf8',
  timeout: WAIT_MS,
  shell: process.platform === 'win32',
})
const { lines, exitCode } = tellAdvisories(stdout ?? '', error?.message ?? stderr ?? '')
for (const line of lines) console.log(line)
process.exitCode = exitCode

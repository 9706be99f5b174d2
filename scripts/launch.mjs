import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_NODE } from './setup/modules.mjs'
import { forwardSignals } from './setup/signals.mjs'
import { NEEDS } from './setup/system.mjs'
import { ROOT, setUp } from './setup.mjs'

/** `node scripts/launch.mjs demo|test|modules SCRIPT [ARGS]`: runs the set-up, then a script on the project's own Node. */

/** How often to check whether the parent process has ended. */
const PARENT_CHECK_MS = 500

const [purpose, script, ...args] = process.argv.slice(2)

/** @param {string | undefined} word @returns {word is keyof typeof NEEDS} */
const isPurpose = (word) => word !== undefined && word in NEEDS

if (!isPurpose(purpose)) throw new Error(`The first argument is one of: ${Object.keys(NEEDS).join(', ')}`)
try {
  await setUp(purpose)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (script) {
  const child = spawn(join(ROOT, PROJECT_NODE), [join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit' })
  // The script ends its child processes when it gets a signal. A second signal has no effect there.
  forwardSignals(child, process)
  // npm sends a signal to a shell, which ends without forwarding it. So the end of the parent also ends the script.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), PARENT_CHECK_MS)
  child.on('exit', (code) => process.exit(code ?? 1))
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exclusively } from './setup/lock.mjs'
import { installModules, PROJECT_NODE, reasonToInstall } from './setup/modules.mjs'
import { forwardSignals } from './setup/signals.mjs'
import { NEEDS, provideSystemPrograms } from './setup/system.mjs'

/**
 * `node scripts/launch.mjs demo|test|modules SCRIPT [ARGS]`: installs what a fresh clone needs, then runs a script on the
 * project's own Node. Plain JavaScript for Node 20, because nothing is installed when it starts.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** How often to check whether the parent process has ended. */
const PARENT_CHECK_MS = 500

const [purpose, script, ...args] = process.argv.slice(2)

/** @param {string | undefined} word @returns {word is keyof typeof NEEDS} */
const isPurpose = (word) => word !== undefined && word in NEEDS

if (!isPurpose(purpose)) throw new Error(`The first argument is one of: ${Object.keys(NEEDS).join(', ')}`)
try {
  if (reasonToInstall(ROOT)) {
    await exclusively(join(ROOT, '.cache/setup.lock'), () => {
      const reason = reasonToInstall(ROOT)
      if (!reason) return
      console.log(`Installing the modules (${reason})`)
      installModules(ROOT)
    })
  }
  provideSystemPrograms(purpose)
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

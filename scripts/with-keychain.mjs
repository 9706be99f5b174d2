import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `node scripts/with-keychain.mjs PROGRAM [ARGS]`: runs a program of node_modules/.bin. On Linux it gets its own unlocked
 * keychain, so that tests do not use the user's keychain. On macOS and Windows it uses the system's keychain.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const [program = '', ...args] = process.argv.slice(2)
const command = [join(ROOT, 'node_modules/.bin', program), ...args]
const [first = '', ...rest] =
  process.platform === 'linux' ? [join(ROOT, 'test/fixtures/with-keyring.sh'), 'unlocked', ...command] : command

// Playwright keeps compiled tests in the temporary folder, which is a new one for a step of `npm test`. Here a later step
// and the next run find them.
const env = { PWTEST_CACHE_DIR: join(ROOT, '.cache/playwright'), ...process.env }
const child = spawn(first, rest, { cwd: ROOT, env, stdio: 'inherit', shell: process.platform === 'win32' })
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))

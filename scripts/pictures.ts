import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run pictures` takes the pictures of docs/pictures again, `-- --into FOLDER` others to look at. */

const ROOT = join(import.meta.dirname, '..')
const SHOOT = join(ROOT, 'test/fixtures/board-harness/documentation-pictures.ts')

const { status } = spawnSync(process.execPath, [SHOOT, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
process.exitCode = status ?? 1

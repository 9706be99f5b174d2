import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages whose install scripts are needed. Both scripts install a prebuilt binary. */
const PACKAGES_WITH_INSTALL_SCRIPTS = ['node', 'keytar']

/** The project's own Node. The system's Node may be too old for the native modules. */
export const PROJECT_NODE =
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node'

/** The files that these install scripts create. */
const INSTALLED_BINARIES = [PROJECT_NODE, 'node_modules/keytar/build/Release/keytar.node']

/**
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
 */

/**
 * Lists the packages that are missing in node_modules or have another version there than in the lock file.
 * @param {Lock} locked package-lock.json
 * @param {Lock} found node_modules/.package-lock.json, in which npm records what it installed
 * @returns {string[]}
 */
export function differences(locked, found) {
  return Object.entries(locked.packages)
    .filter(([key]) => key !== '')
    .filter(([key, { version, optional }]) => {
      const installed = found.packages[key]
      return installed ? installed.version !== version : !optional
    })
    .map(([key]) => key.replace(/^node_modules\//, ''))
}

/**
 * The reason why the modules have to be installed, or `undefined` when they are up to date.
 * @param {string} root folder of the project
 * @returns {string | undefined}
 */
export function reasonToInstall(root) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return 'nothing is installed yet'
  const differing = differences(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    JSON.parse(readFileSync(record, 'utf8')),
  )
  if (differing.length > 0) return `not as in package-lock.json: ${differing.slice(0, 3).join(', ')}`
  const missing = INSTALLED_BINARIES.find((file) => !existsSync(join(root, file)))
  return missing && `${missing} is missing`
}

/**
 * Runs npm on the Node that runs npm itself, because `npm ci` removes the project's own Node.
 * @param {string} root
 * @param {readonly string[]} args
 */
function npm(root, args) {
  const cli = process.env.npm_execpath
  const { status } = cli
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', [...args], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed; its output is above.`)
}

/**
 * Installs exactly the packages of package-lock.json. Install scripts run for two packages only: for better-sqlite3 npm
 * would run `node-gyp`, which downloads Node's headers for a build that is not needed (the package contains its binaries).
 * @param {string} root
 */
export function installModules(root) {
  npm(root, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  npm(root, ['rebuild', '--loglevel=error', ...PACKAGES_WITH_INSTALL_SCRIPTS])
}

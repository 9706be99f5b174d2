import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Installs the programs that the demo and the tests need on Linux. Other systems contain a keychain, and Electron's own
 * binary is used there.
 */

/**
 * @typedef {{ debian: string, purpose: string, present: () => boolean, optional?: true }} Need `optional`: the tests run
 * without it, for longer
 */

/** @param {string} command */
export function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)))
}

/** Debian has a folder for the libraries of each architecture, other systems use lib or lib64. @param {string} file */
function isLibrary(file) {
  return ['/usr/lib', '/usr/lib64', '/lib'].some((folder) => {
    if (!existsSync(folder)) return false
    if (existsSync(join(folder, file))) return true
    return readdirSync(folder).some((entry) => entry.includes('-linux-') && existsSync(join(folder, entry, file)))
  })
}

/** @type {Need} */
const CHROMIUM = {
  debian: 'chromium',
  purpose: 'shows the windows when the binary of Electron is not available',
  present: () => ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].some(onPath),
}
/** Chromium without the user interface of a browser. Only Debian has a package of it. @type {Need} */
const HEADLESS_SHELL = {
  debian: 'chromium-headless-shell',
  purpose: 'shows the windows of the tests with less processor time than Chromium does',
  present: () => onPath('chromium-headless-shell'),
  optional: true,
}
/** @type {Need[]} */
const KEYCHAIN = [
  { debian: 'dbus', purpose: 'runs a private session for the keychain', present: () => onPath('dbus-run-session') },
  { debian: 'gnome-keyring', purpose: 'is the keychain', present: () => onPath('gnome-keyring-daemon') },
  {
    debian: 'libsecret-1-0',
    purpose: 'connects programs to the keychain',
    present: () => isLibrary('libsecret-1.so.0'),
  },
]

/** @type {Need} */
const CERTIFICATES = {
  debian: 'openssl',
  purpose: 'makes the certificates of test servers',
  present: () => onPath('openssl'),
}

/** The relay needs PostgreSQL 15 or later. Debian has a folder for the programs of each version. */
const MIN_POSTGRESQL = 15

/** @type {Need} */
const POSTGRESQL = {
  debian: 'postgresql',
  purpose: 'is the database of the relay, which the tests start in a temporary folder',
  present: () =>
    onPath('initdb') ||
    (existsSync('/usr/lib/postgresql') &&
      readdirSync('/usr/lib/postgresql').some(
        (version) =>
          Number(version) >= MIN_POSTGRESQL && existsSync(join('/usr/lib/postgresql', version, 'bin/initdb')),
      )),
}

/** Programs of the system that the demo and the tests need. */
export const NEEDS = {
  demo: [CHROMIUM],
  test: [CHROMIUM, HEADLESS_SHELL, ...KEYCHAIN, CERTIFICATES, POSTGRESQL],
  modules: /** @type {Need[]} */ ([]),
}

/**
 * @param {readonly Need[]} missing
 * @param {{ debian: boolean }} system
 */
export function instructions(missing, { debian }) {
  const names = missing.map((need) => need.debian).join(' ')
  const list = missing.map((need) => `  ${need.debian}: ${need.purpose}`).join('\n')
  const remedy = debian
    ? `Install it with:\n  sudo apt-get install --yes ${names}`
    : `Install it with your system's package manager; on Debian the packages are:\n  ${names}`
  return `Something is missing on this machine:\n${list}\n${remedy}`
}

/** @param {readonly string[]} args @returns {string | undefined} the error output when apt-get failed */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['--quiet=2', ...args], { env, encoding: 'utf8' })
  return status === 0 ? undefined : `apt-get ${args.join(' ')} failed:\n${stderr}`
}

/** @param {readonly Need[]} needs @returns {string | undefined} */
const aptInstall = (needs) => aptGet('install', '--yes', '--no-install-recommends', ...needs.map((need) => need.debian))

/** @param {readonly Need[]} needs */
function installOnDebian(needs) {
  console.log(`Installing Debian packages: ${needs.map((need) => need.debian).join(' ')}`)
  const required = needs.filter((need) => !need.optional)
  const optional = needs.filter((need) => need.optional)
  const failure = aptGet('update') ?? (required.length > 0 ? aptInstall(required) : undefined)
  if (failure !== undefined && required.length > 0) throw new Error(failure)
  const optionalFailure = optional.length > 0 ? (failure ?? aptInstall(optional)) : undefined
  if (optionalFailure !== undefined)
    console.log(`Continues without ${optional.map((need) => need.debian).join(' ')}:\n${optionalFailure}`)
}

/**
 * Installs missing programs as root on Debian. Otherwise throws with a list of the programs to install.
 * @param {keyof typeof NEEDS} purpose
 */
export function provideSystemPrograms(purpose) {
  if (process.platform !== 'linux') return
  const missing = () => NEEDS[purpose].filter((need) => !need.present())
  const debian = existsSync('/etc/debian_version') && onPath('apt-get')
  const isRoot = process.getuid?.() === 0
  if (debian && isRoot && missing().length > 0) installOnDebian(missing())
  const required = missing().filter((need) => !need.optional)
  if (required.length > 0) throw new Error(instructions(required, { debian }))
  for (const { debian: name, purpose: use } of missing()) console.log(`${name} is not installed: it ${use}`)
}

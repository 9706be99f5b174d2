/**
 * Platform packages (`@biomejs/cli-darwin-arm64` and the like) are optional dependencies of which a machine installs one.
 * When the registry does not answer for one, npm omits it from package-lock.json. On every other machine `npm ci` then fails
 * with "not in sync". The missing entries can be computed from the file itself: the dependent package has the exact version,
 * and the name of the platform package contains the system.
 */

/**
 * @typedef {{
 *   version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string>
 * }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * The key under which Node's resolution from `owner` finds `name`, or `undefined`.
 * @param {Lock} lock
 * @param {string} owner
 * @param {string} name
 */
function findEntry(lock, owner, name) {
  for (let place = owner; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const key = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (lock.packages[key]) return key
    if (place === '') return undefined
    if (!place.includes('/node_modules/')) place = ''
  }
}

/**
 * Optional dependencies without an entry, each once.
 * @param {Lock} lock
 * @returns {{ owner: string, name: string, version: string }[]}
 */
export function missingPlatformPackages(lock) {
  const missing = new Map()
  for (const [owner, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!findEntry(lock, owner, name)) missing.set(name, { owner, name, version })
    }
  }
  return [...missing.values()]
}

/**
 * @param {string} name
 * @returns {Pick<LockEntry, 'os' | 'cpu' | 'libc'>}
 */
function platformOf(name) {
  const words = name.split(/[-/.]/)
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = PROCESSORS.filter((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : os[0] === 'linux' && words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) }
}

/**
 * A copy of the lock with an entry for every platform package. The new entries have no checksum: npm adds it when a machine
 * of that platform installs the package. A dependency on a version range gets no entry, because only npm can resolve it.
 * @template {Lock} L
 * @param {L} lock
 * @returns {L}
 */
export function completeLock(lock) {
  const packages = { ...lock.packages }
  for (const { owner, name, version } of missingPlatformPackages(lock)) {
    if (!/^\d+\.\d+\.\d+[-\w.]*$/.test(version)) continue
    const dev = lock.packages[owner]?.dev
    packages[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

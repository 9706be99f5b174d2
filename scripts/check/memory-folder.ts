import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
const GIB = 1_024 ** 3
/** A step needs less than half of it at a time. A container often has 64 MB. */
const MIN_ROOM_BYTES = GIB
/** Its files use the memory of the computer, which the programs of the tests need too. */
const MIN_MEMORY_BYTES = 4 * GIB

/** False for a line of /proc/mounts that forbids programs in this folder: tests start programs that they have written. */
export function mayHoldPrograms(mounts: string, folder = MEMORY): boolean {
  const options = mounts.split('\n').flatMap((line) => {
    const [, mountedAt, , options = ''] = line.split(' ')
    return mountedAt === folder ? [options.split(',')] : []
  })
  return options.length > 0 && !options.some((names) => names.includes('noexec'))
}

function makeMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < MIN_ROOM_BYTES || process.availableMemory() < MIN_MEMORY_BYTES) return undefined
    if (!mayHoldPrograms(readFileSync('/proc/mounts', 'utf8'))) return undefined
    const folder = mkdtempSync(join(MEMORY, 'comanda-'))
    // PostgreSQL runs as another user and must reach its own folder inside.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}

type TemporaryFiles = { readonly env: NodeJS.ProcessEnv; readonly remove: () => void }

/**
 * A folder in memory for the temporary files of a step: a flush costs nothing there. `env` names it to the programs of the
 * step. Without enough memory they use the folder of the system.
 */
export function temporaryFilesInMemory(): TemporaryFiles {
  const folder = makeMemoryFolder()
  if (folder === undefined) return ON_DISK
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  return { env: { TMPDIR: folder }, remove }
}

export const ON_DISK: TemporaryFiles = { env: {}, remove: () => undefined }

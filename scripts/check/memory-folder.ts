import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
const GIB = 1_024 ** 3
/** A step needs less than half of this at a time. In a container the file system often has only 64 MB. */
const MIN_ROOM_BYTES = GIB
/** The files use the memory of the computer, which the programs of the tests need too. */
const MIN_MEMORY_BYTES = 4 * GIB

/** False if /proc/mounts forbids programs in this folder: tests start programs that they have written. */
export function allowsPrograms(mounts: string, folder = MEMORY): boolean {
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
    if (!allowsPrograms(readFileSync('/proc/mounts', 'utf8'))) return undefined
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
 * A folder in memory for the temporary files of a step: a flush takes no time there. `env` sets it as the temporary folder
 * of the step's programs. Without enough memory they use the folder of the system.
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

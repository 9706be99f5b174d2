import { messageOf } from '../shared/result.ts'

/** Exit code of a command that was called with wrong arguments. */
const USAGE_ERROR = 2

/**
 * Reads the arguments of a script. `--help` prints the usage and ends the script with 0. When `read` throws, its message and
 * the usage are printed, and the script ends with 2.
 */
export function readArguments<T>(usage: string, read: (args: readonly string[]) => T): T {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`)
    process.exit(USAGE_ERROR)
  }
}

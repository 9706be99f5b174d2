import { messageOf } from '../shared/result.ts'

/** Exit code of a command that was called with wrong arguments. */
const USAGE_ERROR = 2

/** Where the result goes. */
export type CommandLineOutput = {
  print(text: string): void
  printError(text: string): void
  exit(code: number): never
}

const TERMINAL: CommandLineOutput = {
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  exit: (code) => process.exit(code),
}

/**
 * Reads the arguments of a script. `--help` prints the usage and ends the script with 0. When `read` throws, its message and
 * the usage are printed, and the script ends with 2.
 */
export function readArguments<T>(
  usage: string,
  read: (args: readonly string[]) => T,
  args: readonly string[] = process.argv.slice(2),
  output: CommandLineOutput = TERMINAL,
): T {
  if (args.includes('--help') || args.includes('-h')) {
    output.print(usage)
    return output.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    output.printError(`${messageOf(error)}\n\n${usage}`)
    return output.exit(USAGE_ERROR)
  }
}

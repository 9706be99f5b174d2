import { type CommandLine, parseCommandLine } from './command-line.ts'

export type SecondStarts = {
  /** Takes the command line of one more start of the program while this instance runs. */
  receive(argv: readonly string[], workingDirectory: string): void
  /** From now on, and for all that came before: what has been put down is not lost while the program still opens. */
  follow(listener: (commandLine: CommandLine) => void): void
}

/** A second start ends at once; what its command line asks for is done by the instance that runs. */
export function createSecondStarts(): SecondStarts {
  let waiting: CommandLine[] = []
  let listener = (commandLine: CommandLine): void => {
    waiting.push(commandLine)
  }
  return {
    receive(argv, workingDirectory) {
      const commandLine = parseCommandLine(argv, workingDirectory)
      // It asks once a minute whether the program runs; the window must not come to the front each time.
      if (!commandLine.ifStopped) listener(commandLine)
    },
    follow(next) {
      listener = next
      const earlier = waiting
      waiting = []
      earlier.forEach(next)
    },
  }
}

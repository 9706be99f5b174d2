import { type CommandLine, parseCommandLine } from './command-line.ts'

export type SecondStarts = {
  /** Call with the command line of a second start while this instance runs. */
  receive(argv: readonly string[], workingDirectory: string): void
  /** Calls the listener for later starts and for those received before: none is lost while the program opens. */
  follow(listener: (commandLine: CommandLine) => void): void
}

/** A second start of the program ends at once. The running instance executes its command line. */
export function createSecondStarts(): SecondStarts {
  let waiting: CommandLine[] = []
  let listener = (commandLine: CommandLine): void => {
    waiting.push(commandLine)
  }
  return {
    receive(argv, workingDirectory) {
      const commandLine = parseCommandLine(argv, workingDirectory)
      // The scheduler starts the program once a minute; the window must not come to the front each time.
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

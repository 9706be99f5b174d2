import { resolve } from 'node:path'
import { IF_STOPPED } from './windows/restart-task.ts'

/**
 * The options of the command line. `--user-data-dir=DIR` is Chromium's own switch: Electron puts
 * `app.getPath('userData')` there by itself, so it is not read here.
 */
export type CommandLine = {
  /** A file with the connection's credentials, to be stored in the keychain and erased from the file. */
  readonly provisionFile: string | undefined
  /** Practise on the platform inside the program, in a profile of its own. */
  readonly isPractice: boolean
  /** Removes a lost PIN. A user who can start the program with a switch has the system's account anyway. */
  readonly resetPin: boolean
  /** Set by the scheduler of Windows: start only if the last run did not end on purpose. */
  readonly ifStopped: boolean
}

const PROVISION = '--provision='
/** The second is the name in earlier versions and their guides. */
const PRACTICE: readonly string[] = ['--practice', '--rehearsal']
const RESET_PIN = '--reset-pin'

/**
 * Reads `process.argv` (or the arguments of a second start). Unknown switches are ignored; the last one counts.
 * @param workingDirectory that of the process the arguments were given to: a relative path is relative to it
 */
export function parseCommandLine(argv: readonly string[], workingDirectory: string): CommandLine {
  const provisionFile = argv.findLast((argument) => argument.startsWith(PROVISION))?.slice(PROVISION.length)
  return {
    provisionFile:
      provisionFile === undefined || provisionFile === '' ? undefined : resolve(workingDirectory, provisionFile),
    isPractice: argv.some((argument) => PRACTICE.includes(argument)),
    resetPin: argv.includes(RESET_PIN),
    ifStopped: argv.includes(IF_STOPPED),
  }
}

/** A second start of the program ends at once. The running instance executes its command line. */
export function createSecondStarts() {
  let waiting: CommandLine[] = []
  let listener = (commandLine: CommandLine): void => {
    waiting.push(commandLine)
  }
  return {
    /** Call with the command line of a second start while this instance runs. */
    receive(argv: readonly string[], workingDirectory: string): void {
      const commandLine = parseCommandLine(argv, workingDirectory)
      // The scheduler starts the program once a minute; the window must not come to the front each time.
      if (!commandLine.ifStopped) listener(commandLine)
    },
    /** Calls the listener for later starts and for those received before: none is lost while the program opens. */
    follow(next: (commandLine: CommandLine) => void): void {
      listener = next
      const earlier = waiting
      waiting = []
      earlier.forEach(next)
    },
  }
}

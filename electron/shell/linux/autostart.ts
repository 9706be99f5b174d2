import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { readText } from '../../files/regular-file.ts'

const ENTRY = 'comanda.desktop'

/** The folder of the user's configuration (XDG Base Directory Specification). */
export function configFolder({ XDG_CONFIG_HOME: config }: NodeJS.ProcessEnv): string {
  return config !== undefined && isAbsolute(config) ? config : join(homedir(), '.config')
}

/** A path as an argument of a desktop entry's `Exec` (Desktop Entry Specification, "The Exec key"). */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** The program of an `Exec`: its first word. */
function programOf(exec: string): string {
  const text = exec.replaceAll('\\\\', '\\')
  const inQuotes = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  const word = inQuotes?.replaceAll(/\\(.)/g, '$1') ?? text.split(' ', 1)[0] ?? ''
  return word.replaceAll('%%', '%')
}

const entryOf = (program: string): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Comanda', `Exec=${quoted(program)}`, 'Terminal=false', ''].join('\n')

const entryValue = (entry: string, key: string): string | undefined =>
  entry
    .split('\n')
    .find((line) => line.startsWith(`${key}=`))
    ?.slice(key.length + 1)
    .trim()

const isThere = (program: string): boolean => program !== '' && (!isAbsolute(program) || existsSync(program))

/** The XDG autostart entry of this user: the program starts when the user signs in. */
export function createAutostart(env: NodeJS.ProcessEnv, program: string) {
  const path = join(configFolder(env), 'autostart', ENTRY)
  const read = (): string | undefined => {
    try {
      return readText(path)
    } catch {
      return undefined
    }
  }
  const write = (): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, entryOf(program))
  }
  return {
    /** Whether the desktop starts it: desktops switch an entry off by these keys, and skip a program that is not there. */
    isOn(): boolean {
      const entry = read()
      if (entry === undefined) return false
      if (entryValue(entry, 'Hidden') === 'true' || entryValue(entry, 'X-GNOME-Autostart-enabled') === 'false')
        return false
      return isThere(programOf(entryValue(entry, 'Exec') ?? ''))
    },
    change(isWanted: boolean): void {
      if (isWanted) write()
      else rmSync(path, { force: true })
    },
    /** Call at a start: names this program in an entry whose program was moved. An entry that a user edited stays. */
    renew(): void {
      const entry = read()
      const named = programOf(entryValue(entry ?? '', 'Exec') ?? '')
      if (entry === entryOf(named) && !isThere(named)) write()
    },
  }
}

import { basename } from 'node:path'

export type HostCommandLine = Readonly<{
  /** All arguments after the executable, unchanged. */
  args: readonly string[]
  /** The first argument that is not a switch. A packaged app has none. */
  appPath: string | undefined
  inspectPort: number | undefined
  preloadModules: readonly string[]
  show: boolean
  /** Every `--name[=value]`, at any position, as Chromium reads them. */
  switches: ReadonlyMap<string, string>
}>

/** Electron's unpackaged executable is named `electron`. Any other name means a packaged app (`app.isPackaged`). */
export const isUnpackagedName = (executable: string): boolean => basename(executable) === 'electron'

const parseSwitch = (argument: string): readonly [string, string] => {
  const body = argument.replace(/^-+/, '')
  const equals = body.indexOf('=')
  return equals < 0 ? [body.toLowerCase(), ''] : [body.slice(0, equals).toLowerCase(), body.slice(equals + 1)]
}

/** Parses Electron's command line: `[switches] [-r module] <app path> [args]`, or `[args]` when packaged. */
export const parseHostCommandLine = (args: readonly string[], packaged: boolean): HostCommandLine => {
  const switches = new Map<string, string>()
  const preloadModules: string[] = []
  let appPath: string | undefined
  let inspectPort: number | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    if (argument === '--') {
      if (appPath === undefined && !packaged) appPath = args[index + 1]
      break
    }
    if (appPath === undefined && !packaged && (argument === '-r' || argument === '--require')) {
      index += 1
      const module = args[index]
      if (module !== undefined) preloadModules.push(module)
      continue
    }
    if (argument.startsWith('-') && argument.length > 1) {
      const [name, value] = parseSwitch(argument)
      if (name === 'inspect' || name === 'inspect-brk') inspectPort = Number(value.split(':').at(-1) || 9229)
      if (argument.startsWith('--')) switches.set(name, value)
      continue
    }
    if (appPath === undefined && !packaged) appPath = argument
  }
  return { args, appPath, inspectPort, preloadModules, show: switches.has('show'), switches }
}

import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type Electron from 'electron'

type PathOwner = Pick<Electron.App, 'getName' | 'getPath'> & {
  readonly commandLine: Pick<Electron.CommandLine, 'getSwitchValue'>
}

/** The path of `app.getPath(name)` until the app sets another one. Throws for a name that Electron does not have. */
export const defaultPath = (name: string, app: PathOwner): string => {
  const home = homedir()
  const given = app.commandLine.getSwitchValue('user-data-dir')
  switch (name) {
    case 'home':
      return home
    case 'appData':
      return process.env.XDG_CONFIG_HOME || join(home, '.config')
    case 'userData':
      return given ? resolve(given) : join(app.getPath('appData'), app.getName())
    case 'sessionData':
      return app.getPath('userData')
    case 'logs':
      return join(app.getPath('userData'), 'logs')
    case 'crashDumps':
      return join(app.getPath('userData'), 'Crashpad')
    case 'temp':
      return tmpdir()
    case 'exe':
    case 'module':
      return process.execPath
    case 'assets':
      return dirname(process.execPath)
    case 'desktop':
    case 'documents':
    case 'downloads':
    case 'music':
    case 'pictures':
    case 'videos':
      return join(home, `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    default:
      throw new Error(`Failed to get '${name}' path`)
  }
}

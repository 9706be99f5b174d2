import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Installed, ROOT } from './kitchen.ts'

/**
 * Simulates AppImages of the built app with the Electron host: a folder in place of the mount, and a script in place of the
 * file with its runtime. The script sets the same variables as the runtime, and records each start.
 */

const HOST = join(ROOT, 'packages/electron-host')
/** Removes Playwright's switches from the command line, because an installed program refuses them. */
const DRIVEN = join(ROOT, 'test/fixtures/driven-app.sh')

export type AppImages = {
  /** Creates the mount of a version. Returns the content of its AppImage. */
  build(version: string): Buffer
  /** Path of the installed AppImage. */
  readonly file: string
  /** The program for `KitchenApp.install`. */
  readonly installed: Installed
  /** Version and process id of every start, oldest first. */
  starts(): readonly { readonly version: string; readonly pid: number }[]
}

/** @param feedConfig text of `app-update.yml` @param updateKey public key of the feeds */
export function makeAppImages(folder: string, feedConfig: string, updateKey: string): AppImages {
  mkdirSync(join(folder, 'apps'))
  const file = join(folder, 'apps', 'Comanda.AppImage')
  const startsFile = join(folder, 'starts')
  return {
    file,
    installed: {
      executable: DRIVEN,
      env: {
        DRIVEN_PROGRAM: file,
        COMANDA_HOST_NODE: join(ROOT, 'node_modules/.bin/node'),
        XDG_CACHE_HOME: join(folder, 'cache'),
      },
    },
    build(version) {
      const mount = join(folder, `mount-${version}`)
      cpSync(HOST, mount, { recursive: true, filter: (path) => path !== join(HOST, 'tests') })
      renameSync(join(mount, 'electron'), join(mount, 'comanda'))
      const app = join(mount, 'resources/app')
      mkdirSync(app, { recursive: true })
      const { name, productName, main, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
      writeFileSync(join(app, 'package.json'), JSON.stringify({ name, productName, main, type, version, updateKey }))
      symlinkSync(join(ROOT, 'out'), join(app, 'out'))
      writeFileSync(join(mount, 'resources/app-update.yml'), feedConfig)
      const script = `#!/bin/sh
echo "${version} $$" >> "${startsFile}"
APPIMAGE=$(readlink -f "$0") APPDIR="${mount}"
export APPIMAGE APPDIR
exec "$APPDIR/comanda" "$@"
`
      if (!existsSync(file)) {
        writeFileSync(file, script)
        chmodSync(file, 0o755)
      }
      return Buffer.from(script)
    },
    starts() {
      const lines = existsSync(startsFile) ? readFileSync(startsFile, 'utf8').trim().split('\n') : []
      return lines.map((line) => {
        const [version = '', pid = ''] = line.split(' ')
        return { version, pid: Number(pid) }
      })
    },
  }
}

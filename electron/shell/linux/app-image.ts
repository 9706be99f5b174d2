import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { basename, sep } from 'node:path'
import type { NextStart } from '../../liveness/loop-watch.ts'

/**
 * Starts `$@` when the processes of `$COMANDA_WAIT_FOR` have ended, or after a minute. Open descriptors of the AppImage
 * runtime would keep the old mount.
 * SECURITY: relaunch (docs/security.md). Paths and arguments are parameters of the shell, never part of its program.
 */
const HELPER = `exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
n=0
for pid in $COMANDA_WAIT_FOR; do
  while kill -0 "$pid" 2>/dev/null && [ "$n" -lt 600 ]; do n=$((n+1)); sleep 0.1 || sleep 1; done
done
unset COMANDA_WAIT_FOR
exec "$@"`

/** Names the processes that have to end first. */
export const WAIT_FOR = 'COMANDA_WAIT_FOR'
/** Variables to which AppRun prepends folders of the mount (app-builder-lib, appImageUtil.ts). */
const PATH_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']
/** Variables that the AppImage runtime sets itself (AppImage/type2-runtime, runtime.c). */
const APPIMAGE_VARIABLES = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD']
/** The folder of a program that the runtime has unpacked, because it could not mount it. */
const EXTRACTED = /^appimage_extracted_/

/** This process, as far as this file needs it. */
export type RunningProgram = {
  readonly pid: number
  readonly ppid: number
  readonly execPath: string
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** What has to be started from outside of the mount. */
export type AppImageStart = {
  readonly appImage: string
  readonly args: readonly string[]
  /** Process ids that have to end first. */
  readonly waitFor: readonly number[]
  readonly env: NodeJS.ProcessEnv
}

/**
 * How to restart the AppImage of this program; `undefined` when it does not run from one. The variables alone are no
 * proof: a terminal that was started from an AppImage passes them to every program.
 */
export function appImageStart(program: RunningProgram): AppImageStart | undefined {
  const { APPIMAGE: appImage, APPDIR: mount } = program.env
  if (!appImage || !mount || !isInside(program.execPath, mount)) return undefined
  const env = environmentOutside(program.env, mount)
  const args = program.argv.slice(1)
  if (!EXTRACTED.test(basename(mount))) return { appImage, args, waitFor: [program.pid], env }
  // The runtime, the parent process, removes the unpacked folder after the end; the next start unpacks to the same
  // place.
  return {
    appImage,
    args,
    waitFor: [program.pid, program.ppid],
    env: { ...env, APPIMAGE_EXTRACT_AND_RUN: '1' },
  }
}

/** The shell that waits and then starts the program. */
export const helperOf = ({ appImage, args, waitFor, env }: AppImageStart): NextStart => ({
  command: '/bin/sh',
  args: ['-c', HELPER, 'sh', appImage, ...args],
  env: { ...env, [WAIT_FOR]: waitFor.join(' ') },
})

/** False when the helper could not be started. */
export function startHelper(start: AppImageStart): boolean {
  const { command, args, env } = helperOf(start)
  const helper = spawn(command, [...args], { detached: true, stdio: 'ignore', env })
  helper.on('error', () => undefined)
  helper.unref()
  return helper.pid !== undefined
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder + sep) || file.startsWith(realPath(folder) + sep)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/**
 * SECURITY: relaunch (docs/security.md). Any user can create a folder with the name of an old mount, so no library or
 * program may be loaded from there.
 */
function environmentOutside(env: NodeJS.ProcessEnv, mount: string): NodeJS.ProcessEnv {
  const outside = (list: string): string =>
    list
      .split(':')
      .filter((entry) => entry !== '' && entry !== mount && !entry.startsWith(mount + sep))
      .join(':')
  const kept = Object.entries(env).filter(([name]) => !APPIMAGE_VARIABLES.includes(name))
  const cleaned = kept.map(([name, value]) => [name, PATH_LISTS.includes(name) ? outside(value ?? '') : value] as const)
  return Object.fromEntries(cleaned.filter(([name, value]) => value !== '' || !PATH_LISTS.includes(name)))
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { App } from 'electron'
import type { Settings } from '../../shared/contract/settings.ts'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { BoardDisplay } from './board-display.ts'
import { configFolder, hasOtherText } from './supervision.ts'
import type { Watchdog } from './watchdog.ts'

const LINUX_ENTRY = 'comanda.desktop'

export type StartWithComputerParts = {
  readonly app: Pick<App, 'isPackaged' | 'setLoginItemSettings'>
  /** In practice the settings of the computer are not changed. */
  readonly isPractice: boolean
  readonly platform: NodeJS.Platform
  /** `XDG_CONFIG_HOME`. */
  readonly env: NodeJS.ProcessEnv
  /** The file to start (`installedProgram`). */
  readonly program: string
  readonly log: Log
}

/** A path as an argument of a desktop entry's `Exec` (Desktop Entry Specification, "The Exec key"). */
const quoted = (path: string): string =>
  `"${path
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

const entryOf = (program: string): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Comanda', `Exec=${quoted(program)}`, 'Terminal=false', ''].join('\n')

/**
 * Starts the program when the user signs in: a login item on Windows and macOS, an XDG autostart entry on Linux. Only in a
 * package: elsewhere the entry would start Electron without the app. Not in practice.
 */
export function createStartWithComputer({ app, isPractice, platform, env, program, log }: StartWithComputerParts): {
  /** Sets or removes the entry. An error is logged. */
  apply(isWanted: boolean): void
  /** Call at a start: updates the path in an existing entry. An entry that the user removed stays removed. */
  renew(isWanted: boolean): void
} {
  const path = join(configFolder(env), 'autostart', LINUX_ENTRY)
  const entry = entryOf(program)

  const applyOnLinux = (isWanted: boolean): void => {
    if (isWanted) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, entry)
    } else {
      rmSync(path, { force: true })
    }
  }
  const inPackage = (run: () => void): void => {
    if (isPractice || !app.isPackaged) {
      log.info('start-with-computer-unchanged', { state: isPractice ? 'practice' : 'unpackaged' })
      return
    }
    try {
      run()
    } catch (error) {
      log.error('start-with-computer-failed', { error: messageOf(error) })
    }
  }
  return {
    apply: (isWanted) =>
      inPackage(() =>
        platform === 'linux' ? applyOnLinux(isWanted) : app.setLoginItemSettings({ openAtLogin: isWanted }),
      ),
    renew(isWanted) {
      if (isWanted && platform === 'linux' && hasOtherText(path, entry)) inPackage(() => applyOnLinux(true))
    },
  }
}

type Followed = Pick<Settings, 'fullScreen' | 'display' | 'startsWithComputer' | 'restartsAfterFailure'>

export type ScreenSettingsParts = {
  readonly settings: { now(): Followed; onChange(listener: (settings: Followed) => void): void }
  readonly boardDisplay: Pick<BoardDisplay, 'choose' | 'setFullScreen'>
  readonly startWithComputer: { apply(isWanted: boolean): void; renew(isWanted: boolean): void }
  readonly watchdog: Pick<Watchdog, 'apply' | 'renew'>
}

/** Applies the settings to the window, its display and the system's services, now and at each change. */
export function followScreenSettings(parts: ScreenSettingsParts): void {
  const { settings, boardDisplay, startWithComputer, watchdog } = parts
  let applied = settings.now()
  boardDisplay.choose(applied.display)
  boardDisplay.setFullScreen(applied.fullScreen)
  startWithComputer.renew(applied.startsWithComputer)
  void watchdog.renew(applied.restartsAfterFailure)
  settings.onChange((next) => {
    const before = applied
    applied = next
    if (!isDeepStrictEqual(next.display, before.display)) boardDisplay.choose(next.display)
    if (next.fullScreen !== before.fullScreen) boardDisplay.setFullScreen(next.fullScreen)
    if (next.startsWithComputer !== before.startsWithComputer) startWithComputer.apply(next.startsWithComputer)
    if (next.restartsAfterFailure !== before.restartsAfterFailure) void watchdog.apply(next.restartsAfterFailure)
  })
}

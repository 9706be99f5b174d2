import type { App } from 'electron'
import type { ComputerSwitch, SwitchState } from '../../shared/contract/computer.ts'
import { messageOf } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { Log } from '../logging/log-port.ts'
import { createAutostart } from './linux/autostart.ts'
import { createUserUnit } from './linux/user-unit.ts'
import type { RunCommand } from './system-commands.ts'
import { createRestartTask } from './windows/restart-task.ts'

export type ComputerSwitchesParts = {
  readonly app: Pick<App, 'isPackaged' | 'setLoginItemSettings' | 'getLoginItemSettings'>
  /** Practice changes nothing of the computer. */
  readonly isPractice: boolean
  readonly platform: NodeJS.Platform
  /** `XDG_CONFIG_HOME`. */
  readonly env: NodeJS.ProcessEnv
  /** The file to start (`installedProgram`). */
  readonly program: string
  /** Folder of the files that came with the package. */
  readonly resources: string
  readonly run: RunCommand
  readonly log: Log
}

type SystemSwitch = {
  state(): Promise<SwitchState> | SwitchState
  change(isWanted: boolean): Promise<void> | void
}

const NOT_HERE: SystemSwitch = { state: () => 'not-here', change: () => undefined }
const onOff = (isOn: boolean): SwitchState => (isOn ? 'on' : 'off')

/** The start with the computer: an XDG autostart entry on Linux, a login item elsewhere. */
function startSwitch({ app, platform, env, program }: ComputerSwitchesParts): SystemSwitch {
  if (platform === 'linux') {
    const autostart = createAutostart(env, program)
    return { state: () => onOff(autostart.isOn()), change: autostart.change }
  }
  const isOn = (): boolean => {
    const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings()
    // Windows: a user may have disabled it in the Task Manager. macOS: the user has to allow it.
    return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin && status !== 'requires-approval'
  }
  return {
    state: () => onOff(isOn()),
    change: (isWanted) => app.setLoginItemSettings({ openAtLogin: isWanted }),
  }
}

/** The restart after a failure. */
function restartSwitch({ platform, env, resources, run }: ComputerSwitchesParts): SystemSwitch {
  if (platform === 'linux') return createUserUnit(run, env)
  return platform === 'win32' ? createRestartTask(run, resources) : NOT_HERE
}

type SwitchStates = Readonly<Record<ComputerSwitch, SwitchState>>

export type ComputerSwitches = {
  /** The states that the system reports, after all requested changes. Never rejects. */
  states(): Promise<SwitchStates>
  /** Changes one in the system, and asks for the states. An error is logged. Never rejects. */
  change(name: ComputerSwitch, isOn: boolean): Promise<SwitchStates>
  /** Call at a start. */
  renew(): void
}

/**
 * What the system does for the program: starts it when the user signs in, and again when it fails. The states are not
 * stored: the system is asked. Only in a package: elsewhere the system would start Electron without the app.
 */
export function createComputerSwitches(parts: ComputerSwitchesParts): ComputerSwitches {
  const { app, isPractice, platform, env, program, log } = parts
  const isPossible = app.isPackaged && !isPractice
  const switches: Readonly<Record<ComputerSwitch, SystemSwitch>> = {
    startsWithComputer: startSwitch(parts),
    restartsAfterFailure: restartSwitch(parts),
  }
  /** One change after the other: the last requested one stays. */
  const enqueue = createSerialQueue()
  const logged = async (work: () => Promise<void> | void): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error('computer-switch-failed', { error: messageOf(error) })
    }
  }
  const stateOf = async (name: ComputerSwitch): Promise<SwitchState> => {
    if (!isPossible) return switches[name] === NOT_HERE ? 'not-here' : 'not-installed'
    let state: SwitchState = 'off'
    await logged(async () => {
      state = await switches[name].state()
    })
    return state
  }
  const states = async (): Promise<SwitchStates> => ({
    startsWithComputer: await stateOf('startsWithComputer'),
    restartsAfterFailure: await stateOf('restartsAfterFailure'),
  })
  return {
    states: () => enqueue(states),
    change: (name, isOn) =>
      enqueue(async () => {
        if (isPossible) await logged(() => switches[name].change(isOn))
        const reached = await states()
        if (reached[name] !== onOff(isOn)) log.error('computer-switch-refused', { name, outcome: reached[name] })
        return reached
      }),
    renew: () => {
      if (isPossible && platform === 'linux') void logged(() => createAutostart(env, program).renew())
    },
  }
}

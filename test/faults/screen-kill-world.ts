import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../../electron/practice/platform/randomness.ts'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { type ChaosProxy, startChaosProxy } from '../fixtures/chaos-proxy.ts'
import { freePort } from '../fixtures/free-port.ts'
import { type ChildProgram, startChild } from './child-program.ts'
import type {
  ScreenCommand,
  ScreenedCoreCommand,
  ScreenedCoreReport,
  ScreenedCoreStart,
  ScreenReport,
  ScreenStart,
  TapStep,
} from './screen-kill-messages.ts'
import { startWatchedPlatform, type WatchedPlatform } from './watched-platform.ts'

/** The bundles of the two programs. */
export type Programs = { readonly core: string; readonly screen: string }

type CoreProgram = ChildProgram<ScreenedCoreCommand, ScreenedCoreReport>
type ScreenProgram = ChildProgram<ScreenCommand, ScreenReport>

/** A program on its profile, which is killed and started again. */
type Running<Program> = {
  readonly name: string
  readonly profile: string
  program(): Program
  /** Kills it with SIGKILL if it still runs, and waits for the end. */
  kill(): Promise<void>
  startIfKilled(): Promise<void>
}
export type RunningScreen = Running<ScreenProgram>

/** The taps that the screens have shown as stored. */
export type StoredReports = {
  readonly taps: Map<string, Extract<ScreenReport, { kind: 'tapped' }> & { readonly screen: string }>
  /** An undo was requested. Without an answer the tap may be sent or undone. */
  readonly undoAsked: Set<string>
  readonly undone: Set<string>
  readonly violations: string[]
}

/**
 * A main computer and two screens in separate processes, the platform in this process, and a proxy between screens and
 * main computer.
 */
export type ScreenWorld = {
  readonly platform: WatchedPlatform
  readonly line: ChaosProxy
  readonly core: Running<CoreProgram>
  readonly screens: readonly [RunningScreen, RunningScreen]
  readonly durableReports: StoredReports
  /** Called at each step that a process reports. */
  onStep(listener: (by: string, step: TapStep) => void): void
  look(running: ScreenWorld['core'] | RunningScreen): Promise<BoardSnapshot>
  end(): Promise<void>
}

export async function startScreenWorld(
  programs: Programs,
  { random, seed, undoSeconds }: { readonly random: Random; readonly seed: number; readonly undoSeconds: number },
): Promise<ScreenWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-screen-kill-'))
  const platform = await startWatchedPlatform({ seed })
  const screensPort = await freePort(random)
  const line = await startChaosProxy(screensPort)
  const durableReports: StoredReports = { taps: new Map(), undoAsked: new Set(), undone: new Set(), violations: [] }
  let listener: (by: string, step: TapStep) => void = () => undefined

  const runProgram = async <Program extends CoreProgram | ScreenProgram>(
    name: string,
    profile: string,
    open: () => Program,
  ): Promise<Running<Program>> => {
    let current: Program
    let isKilled = false
    const start = async (): Promise<void> => {
      current = open()
      isKilled = false
      await (current as ScreenProgram).next((report) => report.kind === 'board')
    }
    await start()
    return {
      name,
      profile,
      program: () => current,
      async startIfKilled() {
        if (isKilled) await start()
      },
      async kill() {
        isKilled = true
        current.kill()
        const { signal } = await current.ended
        if (signal !== 'SIGKILL') durableReports.violations.push(`${name} ended by itself:\n${current.errorOutput()}`)
      },
    }
  }

  const openCore = (): CoreProgram => {
    const { apiUrl, clientId, clientSecret } = platform
    const start: ScreenedCoreStart = {
      profile: join(folder, 'core'),
      apiUrl,
      clientId,
      clientSecret,
      settings: { pollIntervalSeconds: 1, undoSeconds, doneLaneMinutes: 1 },
      screensPort,
    }
    const program: CoreProgram = startChild([process.execPath, programs.core, JSON.stringify(start)])
    program.onReport((report) => {
      if (report.kind === 'step') listener('core', report.step)
      if (report.kind === 'restart-wanted')
        durableReports.violations.push('the main computer wanted a restart without a reason')
    })
    return program
  }
  const openScreen = (name: string, code?: string): ScreenProgram => {
    const start: ScreenStart = { profile: join(folder, name), name, port: line.port, ...(code ? { code } : {}) }
    const program: ScreenProgram = startChild([process.execPath, programs.screen, JSON.stringify(start)])
    program.onReport((report) => {
      if (report.kind === 'step') listener(name, report.step)
      if (report.kind === 'tapped') durableReports.taps.set(report.tapId, { ...report, screen: name })
      if (report.kind === 'undone') durableReports.undone.add(report.tapId)
      if (report.kind === 'refused' && report.code === 'storage') {
        durableReports.violations.push(`${name} refused a tap on a healthy disk`)
      }
    })
    return program
  }

  const core = await runProgram('core', join(folder, 'core'), openCore)
  const pairScreen = async (name: string): Promise<RunningScreen> => {
    const program = core.program()
    const shown = program.next((report) => report.kind === 'code')
    program.send({ kind: 'pair' })
    let code: string | undefined = (await shown).code
    return runProgram(name, join(folder, name), () => {
      const opened = openScreen(name, code)
      code = undefined
      return opened
    })
  }
  const screens = [await pairScreen('Passe'), await pairScreen('Grelha')] as const

  return {
    platform,
    line,
    core,
    screens,
    durableReports,
    onStep(next) {
      listener = next
    },
    async look(running) {
      // Both programs answer this command with the same report.
      const program = running.program() as ScreenProgram
      const seen = program.next((report) => report.kind === 'seen')
      program.send({ kind: 'look' })
      return (await seen).snapshot
    },
    async end() {
      for (const running of [...screens, core]) {
        running.program().kill()
        await running.program().ended
      }
      await line.close()
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

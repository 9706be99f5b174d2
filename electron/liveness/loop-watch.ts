import { Worker } from 'node:worker_threads'

/** How often the watcher looks. Its ticks are counted, not the time: while the machine sleeps, or has no time for it, it counts none. */
const TICK_MS = 1_000
/** Ticks without a sign of the main loop after which the program is ended. */
const SILENT_TICKS = 20
/** Before it is armed: a start may repair its storage for some minutes. */
const SILENT_START_TICKS = 600

/** A program to be started when this process has ended. It has to wait for that itself. */
export type NextStart = {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** Places in the shared memory. */
const BEATS = 0
const IS_ARMED = 1

type Watched = {
  readonly state: Int32Array
  readonly tickMs: number
  readonly silentTicks: number
  readonly silentStartTicks: number
  readonly places: { readonly beats: number; readonly isArmed: number }
  /** File of the order whose work is under way (work-mark.ts). */
  readonly markFile: string | undefined
  readonly nextStart: NextStart | undefined
}

/**
 * The program of the watcher's thread. It is passed on as an address, because the relay is one file: it may use nothing
 * outside of itself.
 */
function watchMainLoop(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const fs = process.getBuiltinModule('node:fs')
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { state, tickMs, silentTicks, silentStartTicks, places, markFile, nextStart }: Watched = workerData
  let beats = 0
  let silent = 0

  const ignoringErrors = (work: () => void): void => {
    try {
      work()
    } catch {
      // The end of the process is more important.
    }
  }
  const recordHang = (file: string): void => {
    const [line = ''] = fs.readFileSync(file, 'utf8').split('\n')
    const descriptor = fs.openSync(file, 'r+')
    const left: object = line === '' ? {} : JSON.parse(line)
    fs.writeSync(descriptor, `${JSON.stringify({ ...left, isHung: true })}\n`, 0)
    fs.fsyncSync(descriptor)
    fs.closeSync(descriptor)
  }
  const end = (): void => {
    if (markFile !== undefined) ignoringErrors(() => recordHang(markFile))
    ignoringErrors(() => fs.writeSync(2, `the main loop stood for ${silent * tickMs} ms: the program is ended\n`))
    if (nextStart !== undefined) {
      const { command, args, env } = nextStart
      ignoringErrors(() => spawn(command, [...args], { env, detached: true, stdio: 'ignore' }).unref())
    }
    process.kill(process.pid, 'SIGKILL')
  }
  setInterval(() => {
    const now = Atomics.load(state, places.beats)
    silent = now === beats ? silent + 1 : 0
    beats = now
    if (silent >= (Atomics.load(state, places.isArmed) === 1 ? silentTicks : silentStartTicks)) end()
  }, tickMs)
}

export type LoopWatch = {
  /** The start has ended: from now on a hang is noticed within 20 s. Before, within ten minutes. */
  arm(): void
  /** Long work of the main thread has made progress. */
  beat(): void
  stop(): void
}

/**
 * Ends this process when its main loop has stood for 20 s, and starts the program again: supervisors of the systems react
 * only to an end. The watcher is a thread, which runs on while the main loop stands.
 *
 *     starting ──`arm`──▶ watched ──20 ticks without a beat──▶ order marked, next start begun, process killed
 *        └──600 ticks without a beat──▶ the same
 */
export function startLoopWatch(parts: {
  readonly markFile?: string | undefined
  /** Absent: a supervisor starts the program again. */
  readonly nextStart?: NextStart | undefined
  /** Called with the reason when there is no thread: the program works unwatched. */
  readonly onNoThread: (error: unknown) => void
  readonly tickMs?: number
  readonly silentStartTicks?: number
}): LoopWatch {
  const { markFile, nextStart, onNoThread, tickMs = TICK_MS } = parts
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const beat = (): void => {
    Atomics.add(state, BEATS, 1)
  }
  const watched: Watched = {
    state,
    tickMs,
    silentTicks: SILENT_TICKS,
    silentStartTicks: parts.silentStartTicks ?? SILENT_START_TICKS,
    places: { beats: BEATS, isArmed: IS_ARMED },
    markFile,
    nextStart,
  }
  const timer = setInterval(beat, tickMs / 2)
  timer.unref()
  let watcher: Worker | undefined
  const stop = (): void => {
    clearInterval(timer)
    void watcher?.terminate()
    watcher = undefined
  }
  try {
    const program = new URL(`data:text/javascript,${encodeURIComponent(`(${watchMainLoop.toString()})()`)}`)
    watcher = new Worker(program, { name: 'loop-watch', execArgv: [], workerData: watched })
    watcher.unref()
    watcher.on('error', onNoThread)
  } catch (error) {
    // A system without a free thread throws here.
    onNoThread(error)
  }
  return {
    arm: () => {
      beat()
      Atomics.store(state, IS_ARMED, 1)
    },
    beat,
    stop,
  }
}

import { Worker } from 'node:worker_threads'
import { type BodyShape, type ReadBody, readShaped, type ShapedBody } from './shaped-body.ts'

export type BodyJob = {
  readonly number: number
  readonly text: string
  readonly contentType: string | null
  readonly shape: BodyShape | undefined
}
/** The first message of the thread. */
export const STARTED = 'started'
export type BodyAnswer = { readonly number: number; readonly body: ShapedBody }

/** Beside this file, in the sources as in the bundle (electron.vite.config.ts). */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './body-worker.ts' : './body-worker.js', import.meta.url)

/**
 * A body up to this size is read in a few milliseconds. A page of events is read up to its first thousand, so a full page
 * needs no thread.
 */
const MAIN_THREAD_CHARACTERS: Readonly<Record<Extract<BodyShape, string> | 'delivery' | 'other', number>> = {
  order: 64 * 1024,
  events: 512 * 1024,
  elements: 512 * 1024,
  delivery: 64 * 1024,
  other: 64 * 1024,
}
const kindOf = (shape: BodyShape | undefined) => (typeof shape === 'object' ? 'delivery' : (shape ?? 'other'))

/** A body that takes longer is hostile and is not used. An honest one takes so long on no computer, however busy it is. */
const LIMIT_MS = 60_000
/** A thread that takes longer until it runs is as good as none. */
const START_LIMIT_MS = 60_000

type Waiting = { readonly job: BodyJob; readonly resolve: (body: ShapedBody) => void }

export type BodyThread = { readonly read: ReadBody; stop(): void }

/**
 * Reads large bodies on a thread of its own: parsing megabytes of JSON would block the main process. The
 * thread starts with the first large body. Without a thread, bodies are read here.
 */
export function createBodyThread(options: {
  /** Called with the reason when the thread cannot start or has ended. */
  readonly onNoThread: (error: unknown) => void
  readonly program?: URL
  readonly limitMs?: number
}): BodyThread {
  const { onNoThread, program = PROGRAM, limitMs = LIMIT_MS } = options
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let jobs = 0
  let isStopped = false
  /** Whether the program of the present thread has begun: before that, no body can have ended it. */
  let isStarted = false
  let limit: NodeJS.Timeout | undefined

  /** Starts the time anew for the first body that waits: the thread reads one after the other. */
  const watch = (): void => {
    clearTimeout(limit)
    if (waiting.size === 0) return
    const reason = isStarted ? 'A body took too long' : 'The thread for bodies does not start'
    limit = setTimeout(() => abandon(new Error(reason)), isStarted ? limitMs : START_LIMIT_MS)
  }

  /** A body may have ended the thread that read it: that body is not used, the others are read again. */
  const abandon = (error: unknown): void => {
    thread?.removeAllListeners()
    void thread?.terminate()
    thread = undefined
    clearTimeout(limit)
    if (isStopped) return
    onNoThread(error)
    const all = [...waiting.values()]
    waiting.clear()
    if (!isStarted) {
      for (const { job, resolve } of all) resolve(readShaped(job.text, job.contentType, job.shape))
      return
    }
    const [first, ...others] = all
    first?.resolve({ kind: 'unreadable' })
    for (const { job, resolve } of others) post(job, resolve)
  }

  const runningThread = (): Worker => {
    if (thread) return thread
    isStarted = false
    const next = new Worker(program, { name: 'bodies', execArgv: [] })
    next.unref()
    next.on('message', (answer: BodyAnswer | typeof STARTED) => {
      if (answer === STARTED) isStarted = true
      else {
        waiting.get(answer.number)?.resolve(answer.body)
        waiting.delete(answer.number)
      }
      watch()
    })
    next.on('error', abandon)
    next.on('exit', (code) => abandon(new Error(`The thread for bodies ended with ${code}`)))
    thread = next
    return next
  }

  const post = (job: BodyJob, resolve: (body: ShapedBody) => void): void => {
    try {
      runningThread().postMessage(job)
    } catch (error) {
      // A system without a free thread throws here.
      onNoThread(error)
      resolve(readShaped(job.text, job.contentType, job.shape))
      return
    }
    waiting.set(job.number, { job, resolve })
    if (waiting.size === 1) watch()
  }

  return {
    read(text, contentType, shape) {
      if (text.length <= MAIN_THREAD_CHARACTERS[kindOf(shape)] || isStopped)
        return Promise.resolve(readShaped(text, contentType, shape))
      jobs += 1
      const number = jobs
      return new Promise((resolve) => {
        post({ number, text, contentType, shape }, resolve)
      })
    },
    stop() {
      isStopped = true
      void thread?.terminate()
      thread = undefined
      clearTimeout(limit)
      for (const { resolve } of waiting.values()) resolve({ kind: 'unreadable' })
      waiting.clear()
    },
  }
}

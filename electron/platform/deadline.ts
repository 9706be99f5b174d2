/** Why waiting ended before the work did. */
export type Interruption = 'aborted' | 'timeout'

export type Bounded<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'interrupted'; readonly why: Interruption }

/** Work with progress may take this many times its time-out: a full page over a slow connection. */
const MAX_TIMEOUTS = 6
/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647

/**
 * Runs `work` until it is done, `signal` aborts, or `timeoutMs` have passed without progress. It resolves by then, also when
 * `work` ignores its signal. Progress moves the deadline, up to six times `timeoutMs` in all. Never rejects.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Bounded<T>> {
  if (signal?.aborted) return { kind: 'interrupted', why: 'aborted' }
  const inner = new AbortController()
  const { promise: interrupted, resolve } = Promise.withResolvers<Bounded<T>>()
  const interrupt = (why: Interruption) => {
    resolve({ kind: 'interrupted', why })
    inner.abort()
  }
  const onAbort = () => interrupt('aborted')
  const timer = setTimeout(() => interrupt('timeout'), timeoutMs)
  let mayExtend = true
  const longestTimer = setTimeout(
    () => {
      mayExtend = false
    },
    Math.min(timeoutMs * (MAX_TIMEOUTS - 1), LONGEST_TIMER_MS),
  )
  const onProgress = () => {
    if (mayExtend) timer.refresh()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const worked = Promise.resolve()
      .then(() => work(inner.signal, onProgress))
      .then(
        (value): Bounded<T> => ({ kind: 'done', value }),
        (error: unknown): Bounded<T> => ({ kind: 'failed', error }),
      )
    return await Promise.race([worked, interrupted])
  } finally {
    clearTimeout(timer)
    clearTimeout(longestTimer)
    signal?.removeEventListener('abort', onAbort)
  }
}

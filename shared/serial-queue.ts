/**
 * Runs tasks one after the other, in the order of the calls. A task starts when the previous one has ended, also after a
 * failure. The promise of a call has the result or the error of its task.
 */
export function createSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }
}

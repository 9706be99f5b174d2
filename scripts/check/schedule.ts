import type { Step } from './steps.ts'

/**
 * Runs every step once, in the given order. At most `width` steps run at a time; a step with `alone` runs with no other
 * step. A step starts after the end of the steps in its `after`, also when they failed. Rejects when steps wait for each
 * other.
 */
export async function runInOrder<S extends Pick<Step, 'name' | 'after' | 'alone'>>(
  steps: readonly S[],
  width: number,
  run: (step: S) => Promise<void>,
): Promise<void> {
  const waiting = [...steps]
  const running = new Map<S, Promise<void>>()
  const unfinished = (name: string) => [...waiting, ...running.keys()].some((step) => step.name === name)
  const mayStart = (step: S) =>
    !step.after.some(unfinished) &&
    (step.alone ? running.size === 0 : running.size < width && ![...running.keys()].some((other) => other.alone))
  while (waiting.length > 0 || running.size > 0) {
    for (let next = waiting.findIndex(mayStart); next >= 0; next = waiting.findIndex(mayStart)) {
      const [step] = waiting.splice(next, 1)
      if (step) {
        running.set(
          step,
          run(step).finally(() => running.delete(step)),
        )
      }
    }
    if (running.size === 0) throw new Error(`Steps wait for each other: ${waiting.map((step) => step.name).join(', ')}`)
    await Promise.race(running.values())
  }
}

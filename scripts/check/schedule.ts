import type { Step } from './steps.ts'

/**
 * Runs every step once. A step that runs alone has no other step beside it; of the others up to `width` run at a time. A
 * step starts after the steps whose results it uses, whatever their result. Steps start in the order given.
 */
export async function inOrder<S extends Pick<Step, 'name' | 'after' | 'alone'>>(
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

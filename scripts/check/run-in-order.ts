import type { Step } from './steps.ts'

/**
 * Runs every step once, in the given order. At most `width` steps run at a time, and only steps that accept each other
 * (`beside`). A step starts after the end of the steps in its `after`, also when they failed. An idle step starts beside a
 * step that measures, or when only idle steps are left. Rejects when steps wait for each other.
 */
export async function runInOrder<S extends Pick<Step, 'name' | 'after' | 'beside' | 'idle'>>(
  steps: readonly S[],
  width: number,
  run: (step: S) => Promise<void>,
): Promise<void> {
  const waiting = [...steps]
  const running = new Map<S, Promise<void>>()
  const unfinished = (name: string) => [...waiting, ...running.keys()].some((step) => step.name === name)
  const isTimeForIdle = () =>
    waiting.every(({ idle }) => idle) || [...running.keys()].some(({ beside }) => beside === 'idle')
  const canStart = (step: S) =>
    running.size < width &&
    !step.after.some(unfinished) &&
    [...running.keys()].every((other) => accepts(step, other) && accepts(other, step)) &&
    (!step.idle || isTimeForIdle())
  while (waiting.length > 0 || running.size > 0) {
    for (let next = waiting.findIndex(canStart); next >= 0; next = waiting.findIndex(canStart)) {
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

type Concurrency = Pick<Step, 'beside' | 'idle'>

const accepts = ({ beside }: Concurrency, other: Concurrency): boolean =>
  beside === 'any' || (beside === 'idle' && other.idle)

import type { TimeService } from '../../electron/sync/clock.ts'

/** One run of the program, from its start to its end. A crash can happen between any two database steps. */
export type ProgramRun = {
  isOver(): boolean
  /** Whether a step of the databases may be the one before which it crashes. */
  isCrashing(): boolean
  /** Crashes the program before its database step number `steps`, counted from now. */
  crashAfter(steps: number): void
  end(): void
  /** The same object. Each call of a method counts as a step. */
  guard<T extends object>(target: T): T
  /** The clock of this run. Its timers end with the run. */
  clock(base: TimeService): TimeService
}

export function createProgramRun(): ProgramRun {
  let isOver = false
  let stepsLeft = Number.POSITIVE_INFINITY

  const step = (): void => {
    if (stepsLeft <= 0) isOver = true
    stepsLeft -= 1
    if (isOver) throw new Error('The program has ended')
  }

  return {
    isOver: () => isOver,
    isCrashing: () => stepsLeft !== Number.POSITIVE_INFINITY,
    crashAfter(steps) {
      stepsLeft = steps
    },
    end() {
      isOver = true
    },
    guard: (target) =>
      new Proxy(target, {
        get(object, name) {
          const member: unknown = Reflect.get(object, name)
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            step()
            return Reflect.apply(member, object, args)
          }
        },
      }),
    clock: (base) => ({
      ...base,
      setTimer: (delayMs, task) =>
        base.setTimer(delayMs, () => {
          if (!isOver) task()
        }),
    }),
  }
}

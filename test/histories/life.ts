import type { TimeService } from '../../electron/sync/clock.ts'

/** One run of the program, from its start to its end. A crash can fall between any two of its steps on the databases. */
export type Life = {
  isOver(): boolean
  /** The program dies before its step number `steps` from now. */
  dieAfter(steps: number): void
  end(): void
  /** The same object, each of whose methods is a step. */
  guard<T extends object>(target: T): T
  /** The clock as this run sees it: its timers die with it. */
  clock(base: TimeService): TimeService
}

export function createLife(): Life {
  let isOver = false
  let stepsLeft = Number.POSITIVE_INFINITY

  const step = (): void => {
    if (stepsLeft <= 0) isOver = true
    stepsLeft -= 1
    if (isOver) throw new Error('The program is dead')
  }

  return {
    isOver: () => isOver,
    dieAfter(steps) {
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

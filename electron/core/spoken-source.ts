import { isSameSpoken, LESSONS, type Lesson, type Spoken } from '../../shared/contract/platforms.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Facts } from '../storage/ports.ts'

const isLesson = (one: OrderAction | Lesson): one is Lesson => LESSONS.some((lesson) => lesson === one)

const actionsIn = (learned: readonly (OrderAction | Lesson)[]): ReadonlySet<OrderAction> =>
  new Set(learned.filter((one) => !isLesson(one)))

/** How the platform is spoken to, and what was learned about it; known before the keychain answers. */
export interface SpokenSource {
  /** Steps that the host does not have. */
  learned(): ReadonlySet<OrderAction>
  /**
   * The dialect and the computer of the connection that is used now. Throws what the storage throws.
   * @returns whether it is another platform than before
   */
  set(spoken: Spoken, host: string): boolean
  has(lesson: Lesson): boolean
  /** A habit of the host, or a step that it does not have. Throws what the storage throws. */
  learn(lesson: OrderAction | Lesson): void
}

export function createSpokenSource(stored: Facts['spoken']): SpokenSource {
  let fact = stored.get()
  let learned = actionsIn(fact.learned)
  const save = (next: typeof fact): void => {
    stored.set(next)
    fact = next
    learned = actionsIn(next.learned)
  }
  return {
    learned: () => learned,
    set(spoken, host) {
      const isOther = !isSameSpoken(fact, spoken) || fact.host !== host
      if (isOther) save({ ...spoken, host, learned: [] })
      return isOther
    },
    has: (lesson) => fact.learned.includes(lesson),
    learn(lesson) {
      if (!fact.learned.includes(lesson)) save({ ...fact, learned: [...fact.learned, lesson] })
    },
  }
}

import { type DialectName, isSameSpoken, LESSONS, type Lesson, type Spoken } from '../../shared/contract/platforms.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Facts } from '../storage/ports.ts'
import type { AcknowledgmentForm } from '../sync/acknowledgment-form.ts'

const isLesson = (one: OrderAction | Lesson): one is Lesson => LESSONS.some((lesson) => lesson === one)

const actionsIn = (learned: readonly (OrderAction | Lesson)[]): ReadonlySet<OrderAction> =>
  new Set(learned.filter((one) => !isLesson(one)))

const ONLY_FORMS: Partial<Record<DialectName, AcknowledgmentForm>> = { 'open-delivery-1': 'v1', ifood: 'ids' }

export type SpokenSource = ReturnType<typeof createSpokenSource>

/** How the platform is spoken to, and what was learned about it; known before the keychain answers. */
export function createSpokenSource(stored: Facts['spoken']) {
  let fact = stored.get()
  let learned = actionsIn(fact.learned)
  const save = (next: typeof fact): void => {
    stored.set(next)
    fact = next
    learned = actionsIn(next.learned)
  }
  return {
    /** Steps that the host does not have. */
    learned: () => learned,
    /** Other dialects than v2 have one form of acknowledgments, whatever the settings of another one say. */
    onlyForm: (): AcknowledgmentForm | undefined => ONLY_FORMS[fact.dialect],
    /**
     * The dialect and the computer of the connection that is used now. Throws what the storage throws.
     * @returns whether it is another platform than before
     */
    set(spoken: Spoken, host: string): boolean {
      const isOther = !isSameSpoken(fact, spoken) || fact.host !== host
      if (isOther) save({ ...spoken, host, learned: [] })
      return isOther
    },
    has: (lesson: Lesson): boolean => fact.learned.includes(lesson),
    /** A habit of the host, or a step that it does not have. Throws what the storage throws. */
    learn(lesson: OrderAction | Lesson): void {
      if (!fact.learned.includes(lesson)) save({ ...fact, learned: [...fact.learned, lesson] })
    },
  }
}

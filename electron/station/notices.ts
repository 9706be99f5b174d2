import type { Board } from './board.ts'

/** Keys of the screen's texts. */
export type Condition = 'acknowledgments-refused' | 'orders-held-back'

/** The line on every window about what no ticket shows. A single event is shown before the conditions that hold. */
export type Notices = {
  now(): string | undefined
  /** @param notice a key of the screen's texts */
  show(notice: string): void
  /** A condition is shown as long as it holds. */
  setCondition(condition: Condition, holds: boolean): void
}

export function createNotices(board: Pick<Board, 'announce'>, first: string | undefined): Notices {
  const conditions = new Set<Condition>()
  let event = first
  const now = (): string | undefined => event ?? [...conditions][0]
  return {
    now,
    show(notice) {
      event = notice
      board.announce({ notice })
    },
    setCondition(condition, holds) {
      if (conditions.has(condition) === holds) return
      if (holds) conditions.add(condition)
      else conditions.delete(condition)
      // An absent member of a delta means that it did not change.
      board.announce({ notice: now() ?? '' })
    },
  }
}

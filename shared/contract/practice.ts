/** Practice: invented orders on a platform inside the program, for people who learn the board. */

/** The one order of the set-up: a practice without end and without a score. */
export const FIRST_ORDER = 'first-order'

export const SCENARIO_NAMES = [
  'first-shift',
  'lunch-rush',
  'duplicates',
  'cancellation',
  'outage',
  'clock-jump',
] as const
export type ScenarioName = (typeof SCENARIO_NAMES)[number]

export const PRACTICE_NAMES = [FIRST_ORDER, ...SCENARIO_NAMES] as const
export type PracticeName = (typeof PRACTICE_NAMES)[number]

/** Duration of each scenario. It ends after this time, or earlier by its button. */
export const SCENARIO_MINUTES: Readonly<Record<ScenarioName, number>> = {
  'first-shift': 5,
  'lunch-rush': 7,
  duplicates: 4,
  cancellation: 4,
  outage: 14,
  'clock-jump': 4,
}

/** How a practice went, the best first. */
export const PRACTICE_GRADES = ['good', 'almost', 'again'] as const
export type PracticeGrade = (typeof PRACTICE_GRADES)[number]

/** Minutes from the first ring within which an order counts as accepted in time: a quarter of a platform's limit. */
export const ACCEPT_WITHIN_MINUTES = 2

/** Usual sizes of kitchen screens: diagonals in inches. */
export const SCREEN_INCHES = [10.1, 13.3, 15.6, 18.5, 21.5, 24, 27, 32] as const

/** Distances from which a board is read, in cm. The default of the settings is one of them. */
export const READING_DISTANCES_CM = [50, 80, 100, 150, 200, 300] as const

/** The choices and the current value, sorted. */
export const withCurrent = (choices: readonly number[], current: number): readonly number[] =>
  [...new Set([...choices, current])].toSorted((a, b) => a - b)

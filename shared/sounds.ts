/** Alarms with different sounds. */
export type Sound = 'new' | 'cancelled' | 'late' | 'stale'

/** Hertz (0: silence) and milliseconds. */
export type Tone = readonly [hertz: number, ms: number]

/**
 * Made of square waves between 2 and 3 kHz, where ears are keenest and pans and fans are not: two rising pairs for an
 * order, a falling siren for "stop", a warble and a long tone for an order that is late, three short equal beeps for a board out of date.
 */
export const SOUND_PATTERNS: Readonly<Record<Sound, readonly Tone[]>> = {
  new: [
    [2_300, 150],
    [3_000, 200],
    [0, 90],
    [2_300, 150],
    [3_000, 200],
  ],
  cancelled: [
    [2_900, 260],
    [2_400, 260],
    [2_000, 420],
  ],
  late: [
    [2_000, 120],
    [2_700, 120],
    [2_000, 120],
    [2_700, 120],
    [0, 120],
    [2_700, 420],
  ],
  stale: [
    [2_100, 110],
    [0, 170],
    [2_100, 110],
    [0, 170],
    [2_100, 110],
  ],
}

/** Alarms with different sounds. */
export type Sound = 'new' | 'accepted' | 'changed' | 'cancelled' | 'late' | 'courier' | 'stale'

/** Hertz (0: silence) and milliseconds. */
export type Tone = readonly [hertz: number, ms: number]

/**
 * Square waves between 2 and 3 kHz: hearing is most sensitive there, and pans and fans are quiet. Each cause has a pattern
 * of its own; a siren falls for "stop", and three equal beeps mean an outdated board.
 */
export const SOUND_PATTERNS: Readonly<Record<Sound, readonly Tone[]>> = {
  new: [
    [2_300, 150],
    [3_000, 200],
    [0, 90],
    [2_300, 150],
    [3_000, 200],
  ],
  accepted: [
    [2_300, 150],
    [3_000, 300],
  ],
  changed: [
    [3_000, 140],
    [2_100, 140],
    [3_000, 140],
    [0, 120],
    [3_000, 140],
    [2_100, 140],
    [3_000, 140],
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
  courier: [
    [2_200, 320],
    [0, 80],
    [2_800, 320],
  ],
  stale: [
    [2_100, 110],
    [0, 170],
    [2_100, 110],
    [0, 170],
    [2_100, 110],
  ],
}

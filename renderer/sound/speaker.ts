import { SOUND_PATTERNS, type Sound, type Tone } from '../../shared/contract/sounds.ts'

const SECOND_MS = 1_000
/** Long enough to avoid a click of the loudspeaker. */
const RAMP_S = 0.004
/** An audio context that does not start in this time is blocked or has no device. */
const START_TIMEOUT_MS = 400
/** A busy machine is slow to play. */
const ADVANCE_WITHIN_MS = 4_000
const LOOK_EVERY_MS = 20
/** After so many sounds in a row that were not played, another audio context is opened. */
const FAILED_TRIES = 2

type Loudness = {
  /** 0..1 */
  readonly volume: number
  /** Full volume, played twice. */
  readonly isUrgent: boolean
}

export type Speaker = {
  /** Resolves with true when the sound has started. Never rejects. */
  readonly play: (sound: Sound, loudness: Loudness) => Promise<boolean>
}

/** In the time of the device: a timer of the page waits longer in a window that is covered. */
const pause = (ms: number): Promise<void> =>
  new Promise((done) => AbortSignal.timeout(ms).addEventListener('abort', () => done()))

async function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state !== 'running') {
    await Promise.race([context.resume(), pause(START_TIMEOUT_MS)])
  }
  return context.state === 'running'
}

/** Returns the function that makes it silent. */
function sound(context: AudioContext, tones: readonly Tone[], volume: number): () => void {
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = 'square'
  oscillator.connect(gain).connect(context.destination)
  gain.gain.setValueAtTime(0, context.currentTime)
  let at = context.currentTime
  for (const [hertz, ms] of tones) {
    const end = at + ms / SECOND_MS
    if (hertz > 0) {
      oscillator.frequency.setValueAtTime(hertz, at)
      gain.gain.setValueAtTime(0, at)
      gain.gain.linearRampToValueAtTime(volume, at + RAMP_S)
      gain.gain.setValueAtTime(volume, end - RAMP_S)
      gain.gain.linearRampToValueAtTime(0, end)
    }
    at = end
  }
  const silence = (): void => gain.disconnect()
  oscillator.onended = silence
  oscillator.start()
  oscillator.stop(at)
  return silence
}

/** Whether the context plays. One whose device is gone can say that it runs, while its time stands. */
async function advances(context: AudioContext, from: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < ADVANCE_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    if (context.currentTime > from) return true
    await pause(LOOK_EVERY_MS)
  }
  return context.currentTime > from
}

/** Plays sounds with one audio context, which is created with the first sound and replaced when it is dead. */
export function createSpeaker(open: () => Promise<AudioContext>): Speaker {
  let opened: Promise<AudioContext> | undefined
  let failedTries = 0

  /** A context whose device was removed cannot be used again. */
  const isDead = async (context: Promise<AudioContext>): Promise<boolean> =>
    failedTries >= FAILED_TRIES ||
    (await context.then(
      ({ state }) => state === 'closed',
      () => true,
    ))
  const drop = (context: Promise<AudioContext>): void => {
    opened = undefined
    failedTries = 0
    context.then((one) => one.close()).catch(() => undefined)
  }
  const contextNow = async (): Promise<AudioContext> => {
    const known = opened
    if (known !== undefined && (await isDead(known)) && opened === known) drop(known)
    opened ??= open()
    return opened
  }
  const play: Speaker['play'] = async (name, { volume, isUrgent }) => {
    try {
      const context = await contextNow()
      if (!(await isRunning(context))) return false
      const from = context.currentTime
      const pattern = SOUND_PATTERNS[name]
      const silence = sound(context, isUrgent ? [...pattern, [0, 60], ...pattern] : pattern, isUrgent ? 1 : volume)
      if (await advances(context, from)) return true
      // It must not sound later, after another context has played it.
      silence()
      return false
    } catch {
      return false
    }
  }
  return {
    play: async (name, loudness) => {
      const isPlayed = await play(name, loudness)
      failedTries = isPlayed ? 0 : failedTries + 1
      return isPlayed
    },
  }
}

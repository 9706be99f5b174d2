import { SOUND_PATTERNS, type Sound, type Tone } from '../../shared/sounds.ts'

const MS = 1_000
/** Long enough to avoid a click of the loudspeaker. */
const RAMP_S = 0.004
/** A context that does not start in this time is blocked or has no device. */
const START_LIMIT_MS = 400

export type Loudness = {
  /** 0..1 */
  readonly volume: number
  /** Full volume, played twice. */
  readonly isUrgent: boolean
}

export type Speaker = {
  /** Resolves with whether the sound started. Never rejects. */
  readonly play: (sound: Sound, loudness: Loudness) => Promise<boolean>
}

async function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state !== 'running') {
    const limit = new Promise((done) => setTimeout(done, START_LIMIT_MS))
    await Promise.race([context.resume(), limit])
  }
  return context.state === 'running'
}

function sound(context: AudioContext, tones: readonly Tone[], volume: number): void {
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = 'square'
  oscillator.connect(gain).connect(context.destination)
  gain.gain.setValueAtTime(0, context.currentTime)
  let at = context.currentTime
  for (const [hertz, ms] of tones) {
    const end = at + ms / MS
    if (hertz > 0) {
      oscillator.frequency.setValueAtTime(hertz, at)
      gain.gain.setValueAtTime(0, at)
      gain.gain.linearRampToValueAtTime(volume, at + RAMP_S)
      gain.gain.setValueAtTime(volume, end - RAMP_S)
      gain.gain.linearRampToValueAtTime(0, end)
    }
    at = end
  }
  oscillator.onended = () => gain.disconnect()
  oscillator.start()
  oscillator.stop(at)
}

/** One context for the life of the window, created with the first sound. */
export function createSpeaker(open: () => AudioContext): Speaker {
  let context: AudioContext | undefined
  return {
    play: async (name, { volume, isUrgent }) => {
      try {
        // A context whose device went away is closed for good.
        if (context === undefined || context.state === 'closed') context = open()
        if (!(await isRunning(context))) return false
        const pattern = SOUND_PATTERNS[name]
        sound(context, isUrgent ? [...pattern, [0, 60], ...pattern] : pattern, isUrgent ? 1 : volume)
        return true
      } catch {
        return false
      }
    },
  }
}

import { SOUND_PATTERNS, type Sound, type Tone } from '../../shared/contract/sounds.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'

const SECOND_MS = 1_000
/** Long enough to avoid a click of the loudspeaker. */
const RAMP_S = 0.004
/** An audio context that does not start in this time is blocked or has no device. */
const START_TIMEOUT_MS = 400

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

async function isRunning(context: AudioContext): Promise<boolean> {
  if (context.state !== 'running') {
    await withTimeLimit(context.resume(), START_TIMEOUT_MS, () => undefined)
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
  oscillator.onended = () => gain.disconnect()
  oscillator.start()
  oscillator.stop(at)
}

/** Plays sounds with one audio context, which is created with the first sound. */
export function createSpeaker(open: () => Promise<AudioContext>): Speaker {
  let opened: Promise<AudioContext> | undefined
  const contextNow = async (): Promise<AudioContext> => {
    opened ??= open()
    const context = await opened
    // A context whose device was removed cannot be used again.
    if (context.state !== 'closed') return context
    opened = open()
    return opened
  }
  return {
    play: async (name, { volume, isUrgent }) => {
      try {
        const context = await contextNow()
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

import type { Tone } from '../../shared/sounds.ts'

const SAMPLE_RATE = 22_050
const MS = 1_000
const HEADER_BYTES = 44
/** Value of an unsigned sample of eight bits. */
const SILENCE = 128
const LOUDEST = 127

/** Tones as a WAV file, mono, eight bits. @param volume 0..1 */
export function soundFile(tones: readonly Tone[], volume: number): Uint8Array<ArrayBuffer> {
  const lengths = tones.map(([, ms]) => Math.round((ms / MS) * SAMPLE_RATE))
  const samples = lengths.reduce((sum, length) => sum + length, 0)
  const file = new Uint8Array(HEADER_BYTES + samples)
  const view = new DataView(file.buffer)
  const name = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at)
  // RIFF header, then the format (16 bytes: PCM, one channel, rate, bytes a second, block, bits), then the samples.
  name(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + samples, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  name(36, 'data')
  view.setUint32(40, samples, true)
  const swing = Math.round(LOUDEST * volume)
  let at = HEADER_BYTES
  for (const [index, [hertz]] of tones.entries()) {
    for (let sample = 0; sample < (lengths[index] ?? 0); sample += 1) {
      const isUpper = Math.floor((2 * hertz * sample) / SAMPLE_RATE) % 2 === 0
      file[at] = hertz === 0 ? SILENCE : SILENCE + (isUpper ? swing : -swing)
      at += 1
    }
  }
  return file
}

import { expect, it } from 'vitest'
import { soundFile } from '../../../electron/shell/safe-page.ts'

const HEADER_BYTES = 44

it('a sound file is a WAV file of its tones, with the right header, lengths, loudness, frequency and silence', () => {
  const file = soundFile(
    [
      [2_205, 100],
      [0, 50],
    ],
    0.5,
  )
  const view = new DataView(file.buffer)
  const text = (at: number, length: number): string => new TextDecoder().decode(file.subarray(at, at + length))
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(file.length - 8)
  expect(view.getUint32(40, true)).toBe(file.length - HEADER_BYTES)
  expect(view.getUint32(24, true)).toBe(22_050)
  const tone = [...file.subarray(HEADER_BYTES, HEADER_BYTES + 2_205)]
  expect(new Set(tone)).toEqual(new Set([192, 64]))
  // A tenth of a second of 2,205 Hz has 220 whole periods, each with two edges.
  expect(tone.filter((sample, at) => at > 0 && sample !== tone[at - 1]).length).toBeGreaterThanOrEqual(439)
  expect(new Set(file.subarray(HEADER_BYTES + 2_205))).toEqual(new Set([128]))
  expect(file.length - HEADER_BYTES).toBe(2_205 + 1_103)
})

import { expect, it } from 'vitest'
import { shiftTime } from '../../../renderer/ui/controls/time-stepper.tsx'

it.each([
  ['18:00', 30, '18:30'],
  ['23:30', 30, '00:00'],
  ['00:00', -30, '23:30'],
  ['22:45', 30, '23:15'],
  ['09:05', -30, '08:35'],
])('%s moved by %i minutes is %s', (time, minutes, moved) => {
  expect(shiftTime(time, minutes)).toBe(moved)
})

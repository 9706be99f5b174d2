import { expect, it } from 'vitest'
import { minutesAround } from '../../../renderer/ticket/preparation-minutes.tsx'

it('the offered preparation times are a step around the usual one, within the limits of the setting', () => {
  expect(minutesAround(25)).toEqual([20, 25, 30])
  expect(minutesAround(22)).toEqual([17, 22, 27])
  expect(minutesAround(4)).toEqual([4, 9])
  expect(minutesAround(-11)).toEqual([])
})

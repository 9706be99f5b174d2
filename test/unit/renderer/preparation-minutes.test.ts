import { expect, it } from 'vitest'
import { minutesOffered } from '../../../renderer/ticket/preparation-minutes.tsx'

it("the offered preparation times contain the shop's own time and the usual ones, each once", () => {
  expect(minutesOffered(undefined)).toEqual([10, 15, 20, 30, 45, 60])
  expect(minutesOffered(25)).toEqual([10, 15, 20, 25, 30, 45, 60])
  expect(minutesOffered(30)).toEqual([10, 15, 20, 30, 45, 60])
})

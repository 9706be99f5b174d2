import { expect, it } from 'vitest'
import { createQuarantine } from '../../../electron/station/quarantine.ts'
import { monotonicMs } from '../../../shared/time.ts'

const MINUTE = 60_000

function quarantine() {
  let now = 0
  return {
    ...createQuarantine({ monotonic: () => monotonicMs(now) }),
    pass(ms: number) {
      now += ms
    },
  }
}

it('holds a ticket whose drawing began and never ended when the window died twice', () => {
  const { changed, drawn, windowDied, holds, pass } = quarantine()
  changed(['bad', 'good'], 1)
  pass(20_000)
  expect(windowDied()).toEqual([])
  drawn(['good'], 1)
  pass(20_000)
  expect(windowDied()).toEqual(['bad'])
  expect([holds('bad'), holds('good')]).toEqual([true, false])
})

it('holds nothing after one end, after two that lie far apart, or for tickets that were drawn whole', () => {
  const { changed, drawn, windowDied, pass } = quarantine()
  changed(['a'], 1)
  expect(windowDied()).toEqual([])
  pass(6 * MINUTE)
  expect(windowDied()).toEqual([])
  changed(['b'], 1)
  drawn(['b'], 1)
  expect(windowDied()).toEqual([])
  expect(windowDied()).toEqual([])
})

it('holds a ticket of which only an earlier version was drawn', () => {
  const { changed, drawn, windowDied } = quarantine()
  changed(['bad'], 1)
  changed(['bad'], 2)
  drawn(['bad'], 1)
  expect(windowDied()).toEqual([])
  expect(windowDied()).toEqual(['bad'])
})

it('suspects only what changed shortly before the end', () => {
  const { changed, windowDied, pass } = quarantine()
  changed(['old'], 1)
  pass(2 * MINUTE)
  changed(['new'], 1)
  windowDied()
  expect(windowDied()).toEqual(['new'])
})

it('draws a held ticket again after ten minutes', () => {
  const { changed, windowDied, holds, released, pass } = quarantine()
  changed(['bad'], 1)
  windowDied()
  windowDied()
  expect(released()).toEqual([])
  pass(10 * MINUTE)
  expect(released()).toEqual(['bad'])
  expect(holds('bad')).toBe(false)
})

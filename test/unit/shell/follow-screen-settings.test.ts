import { expect, it } from 'vitest'
import { followScreenSettings } from '../../../electron/shell/follow-screen-settings.ts'

it('applies full screen at once and each change of either setting once', () => {
  const said: unknown[] = []
  let change: (settings: { fullScreen: boolean; startsWithComputer: boolean }) => void = () => undefined
  followScreenSettings({
    settings: { fullScreen: true, startsWithComputer: true },
    onChange: (listener) => {
      change = listener
    },
    fullScreen: (isWanted) => said.push(['full screen', isWanted]),
    startWithComputer: {
      apply: (isWanted) => said.push(['start', isWanted]),
      renew: (isWanted) => said.push(['renew', isWanted]),
    },
  })
  expect(said.splice(0)).toEqual([
    ['full screen', true],
    ['renew', true],
  ])
  change({ fullScreen: true, startsWithComputer: true })
  expect(said.splice(0)).toEqual([])
  change({ fullScreen: false, startsWithComputer: true })
  change({ fullScreen: false, startsWithComputer: false })
  expect(said).toEqual([
    ['full screen', false],
    ['start', false],
  ])
})

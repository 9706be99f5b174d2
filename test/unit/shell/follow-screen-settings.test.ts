import { expect, it } from 'vitest'
import { followScreenSettings, type ScreenSettingsParts } from '../../../electron/shell/follow-screen-settings.ts'

it('applies full screen at once and each change of a setting once', () => {
  const said: unknown[] = []
  let change: Parameters<ScreenSettingsParts['onChange']>[0] = () => undefined
  const keeper = (name: string) => ({
    apply: (isWanted: boolean) => void said.push([name, isWanted]),
    renew: (isWanted: boolean) => void said.push([`renew ${name}`, isWanted]),
  })
  const watchdog = keeper('watchdog')
  followScreenSettings({
    settings: { fullScreen: true, startsWithComputer: true, restartsAfterFailure: true },
    onChange: (listener) => {
      change = listener
    },
    fullScreen: (isWanted) => said.push(['full screen', isWanted]),
    startWithComputer: keeper('start'),
    watchdog: {
      apply: async (isWanted) => watchdog.apply(isWanted),
      renew: async (isWanted) => watchdog.renew(isWanted),
    },
  })
  expect(said.splice(0)).toEqual([
    ['full screen', true],
    ['renew start', true],
    ['renew watchdog', true],
  ])
  change({ fullScreen: true, startsWithComputer: true, restartsAfterFailure: true })
  expect(said.splice(0)).toEqual([])
  change({ fullScreen: false, startsWithComputer: true, restartsAfterFailure: true })
  change({ fullScreen: false, startsWithComputer: false, restartsAfterFailure: true })
  change({ fullScreen: false, startsWithComputer: false, restartsAfterFailure: false })
  expect(said).toEqual([
    ['full screen', false],
    ['start', false],
    ['watchdog', false],
  ])
})

import { expect, it } from 'vitest'
import { followScreenSettings, type ScreenSettingsParts } from '../../../electron/shell/start-with-computer.ts'

/** A new object at each call, as the settings return one. */
const dell = () => ({ label: 'Dell', width: 1920, height: 1080, nth: 0 })

it('display and full screen are applied at once, and each change of a setting is applied once', () => {
  const said: unknown[] = []
  let change: Parameters<ScreenSettingsParts['settings']['onChange']>[0] = () => undefined
  const keeper = (name: string) => ({
    apply: (isWanted: boolean) => void said.push([name, isWanted]),
    renew: (isWanted: boolean) => void said.push([`renew ${name}`, isWanted]),
  })
  const watchdog = keeper('watchdog')
  followScreenSettings({
    settings: {
      now: () => ({ fullScreen: true, display: dell(), startsWithComputer: true, restartsAfterFailure: true }),
      onChange: (listener) => {
        change = listener
      },
    },
    boardDisplay: {
      choose: (choice) => said.push(['display', choice?.label]),
      setFullScreen: (isWanted) => said.push(['full screen', isWanted]),
    },
    startWithComputer: keeper('start'),
    watchdog: {
      apply: async (isWanted) => watchdog.apply(isWanted),
      renew: async (isWanted) => watchdog.renew(isWanted),
    },
  })
  expect(said.splice(0)).toEqual([
    ['display', 'Dell'],
    ['full screen', true],
    ['renew start', true],
    ['renew watchdog', true],
  ])
  const all = { fullScreen: true, display: dell(), startsWithComputer: true, restartsAfterFailure: true }
  change(all)
  expect(said.splice(0)).toEqual([])
  change({ ...all, fullScreen: false })
  change({ ...all, fullScreen: false, startsWithComputer: false })
  change({ ...all, fullScreen: false, startsWithComputer: false, restartsAfterFailure: false })
  change({ fullScreen: false, startsWithComputer: false, restartsAfterFailure: false })
  expect(said).toEqual([
    ['full screen', false],
    ['start', false],
    ['watchdog', false],
    ['display', undefined],
  ])
})

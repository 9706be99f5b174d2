import { expect, it } from 'vitest'
import { followTimeZone } from '../../../electron/sync/time-zone.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const MINUTE = 60_000

/** An environment that counts how often Node would read the zone again. */
function environment(zone?: string) {
  const counted = { readings: 0 }
  const env = new Proxy<Record<string, string>>(zone === undefined ? {} : { TZ: zone }, {
    deleteProperty: (target, name) => {
      counted.readings += 1
      return Reflect.deleteProperty(target, name)
    },
  })
  return { env, counted }
}

it.each([
  ['linux', 1],
  ['win32', 3],
] as const)('on %s the zone is read again after a change', async (platform, readings) => {
  const clock = createVirtualClock()
  const { env, counted } = environment()
  let mark = 'Sao_Paulo'
  const end = followTimeZone(clock, { platform, env }, () => mark)
  await clock.advance(2 * MINUTE)
  mark = 'Manaus'
  await clock.advance(MINUTE)
  expect(counted.readings).toBe(readings)
  end()
  expect(clock.pending()).toBe(0)
})

it('a time zone that the owner has set for the program is not changed', async () => {
  const clock = createVirtualClock()
  const { env, counted } = environment('America/Manaus')
  followTimeZone(clock, { platform: 'win32', env })
  await clock.advance(10 * MINUTE)
  expect([counted.readings, env.TZ]).toEqual([0, 'America/Manaus'])
})

import { expect, it } from 'vitest'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import { ok } from '../../../shared/result.ts'
import { CONNECTION, json, scriptedPlatform } from './scripted-platform.ts'

const PLATFORM = Date.UTC(2026, 7, 1, 12)
const HOUR = 3_600_000

/** A host whose polls name a time, and a machine whose clock is wrong. @param ahead ms */
function hostOfPolls(ahead: number) {
  let now = PLATFORM
  const dated = { headers: { date: new Date(now).toUTCString() } }
  const platform = scriptedPlatform({
    token: () => json({ access_token: 't', expires_in: 3_600 }, { headers: { date: new Date(now).toUTCString() } }),
    call: () => json([], dated),
    parts: { connection: async () => ok({ ...CONNECTION, spoken: spokenBy('99food') }) },
  })
  platform.setWallClock(PLATFORM + ahead)
  return {
    ...platform,
    pass(ms: number) {
      now += ms
      platform.pass(ms)
    },
    /** How long ago the events of the last poll begin, by the platform's clock. */
    asked(): number {
      const from = new URLSearchParams(platform.calls.at(-1)?.path.split('?')[1]).get('fromTime') ?? ''
      return now - Date.parse(from)
    },
  }
}

it.each([
  ['three days ahead', 72 * HOUR],
  ['an hour behind', -HOUR],
  ['in 1970', -PLATFORM],
])('a poll names its time by the clock of the platform, when that of this machine is %s', async (_wrong, ahead) => {
  const host = hostOfPolls(ahead)
  await host.client.poll(host.signal)
  expect(Math.abs(host.asked() - 24 * HOUR)).toBeLessThan(2_000)
})

it('a poll since a time brings acknowledged events again, which says nothing about the acknowledgment', async () => {
  const host = hostOfPolls(0)
  expect(await host.client.poll(host.signal)).toEqual({ kind: 'events', events: [], repeats: true })
})

it('a step of the clock of this machine between two polls changes nothing', async () => {
  const host = hostOfPolls(0)
  await host.client.poll(host.signal)
  host.pass(30_000)
  host.setWallClock(host.now() + 48 * HOUR)
  await host.client.poll(host.signal)
  expect(Math.abs(host.asked() - 24 * HOUR)).toBeLessThan(2_000)
})

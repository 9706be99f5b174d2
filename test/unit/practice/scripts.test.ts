import { expect, it } from 'vitest'
import { createPracticePlatform } from '../../../electron/practice/platform/practice-platform.ts'

const SECOND_MS = 1_000

/** Calls the platform as a client does, on a clock that only the test moves. */
function openPlatform() {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const platform = createPracticePlatform('open', () => clock.now)
  const call = (path: string, init: RequestInit = {}) => platform.fetch(`${platform.apiUrl}${path}`, init)
  const credentials = new URLSearchParams({ client_id: platform.clientId, client_secret: platform.clientSecret })
  let authorization = ''
  return {
    clock,
    call,
    async login() {
      const answer = await call('/oauth/token', { method: 'POST', body: credentials.toString() })
      authorization = `Bearer ${(await answer.json()).access_token}`
    },
    /** The ids of the events of the next page, with repetitions. */
    async poll(): Promise<
      readonly { readonly eventId: string; readonly eventType: string; readonly orderId: string }[]
    > {
      const answer = await call('/events:polling', { headers: { authorization } })
      return answer.status === 204 ? [] : answer.json()
    },
  }
}

it('brings an order within a second, six in fifteen seconds, then one every 20 to 40 seconds, and cancels some', async () => {
  const { clock, login, poll } = openPlatform()
  await login()
  const start = clock.now
  const eventsBy = async (seconds: number) => {
    clock.now = start + seconds * SECOND_MS
    return poll()
  }
  const ordersBy = async (seconds: number): Promise<number> =>
    new Set((await eventsBy(seconds)).map(({ orderId }) => orderId)).size
  const underWay = 4
  expect(await ordersBy(0)).toBe(underWay)
  expect(await ordersBy(1)).toBe(underWay + 1)
  expect(await ordersBy(15)).toBe(underWay + 6)
  const later = (await ordersBy(615)) - underWay - 6
  expect(later).toBeGreaterThanOrEqual(14)
  expect(later).toBeLessThanOrEqual(31)
  const types = new Set((await eventsBy(1200)).map(({ eventType }) => eventType))
  expect([...types]).toEqual(expect.arrayContaining(['CANCELLED', 'PREPARATION_REQUESTED', 'CONCLUDED']))
})

it('refuses a call without its token, other credentials, and an unknown order', async () => {
  const { call, login } = openPlatform()
  await login()
  expect((await call('/events:polling')).status).toBe(401)
  expect((await call('/oauth/token', { method: 'POST', body: 'client_id=a&client_secret=b' })).status).toBe(401)
  expect((await call('/elsewhere')).status).toBe(401)
})

import type { ClientRequestConstructorOptions, Session } from 'electron'
import { expect, it, onTestFinished } from 'vitest'
import { createCore } from '../../../electron/core/core.ts'
import { createPlatformClient } from '../../../electron/platform/client.ts'
import type { Fetch, FetchRequest } from '../../../electron/platform/web-fetch.ts'
import { createPlatformFetch, type RequestStart } from '../../../electron/shell/platform-fetch.ts'
import { openStorage } from '../../../electron/storage/storage.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { ClientRequest } from '../../../packages/electron-host/host/client-request.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { tempFolder } from '../storage/test-ledger.ts'

/** Chromium opens at most six connections to one host over HTTP/1.1. The Electron host has the same limit. */

/** Reads and taps hang. Without a connection for itself a poll would end with its timeout. */
const TIMEOUTS_MS = { poll: 20_000, read: 600_000, act: 600_000 }
const ORDERS = 12
const POLLS = 4

// The host's class has every member of Electron's that the adapter uses.
// Every request has the connections of one session: more than the app needs, which sends taps with sessions of their own.
const overSixConnections = createPlatformFetch(
  (({ session: _, ...options }: ClientRequestConstructorOptions) =>
    new ClientRequest(options)) as unknown as RequestStart,
  () => ({ closeAllConnections: () => Promise.resolve() }) as Session,
)

const kindOf = ({ url, method }: FetchRequest) => {
  if (url.endsWith('/events:polling')) return 'poll'
  if (method === 'GET') return 'read'
  return url.endsWith('/confirm') ? 'confirm' : 'other'
}

it('a platform that does not answer reads and taps does not delay a poll until its timeout', async () => {
  const platform = await startRecordedPlatform()
  const openTestLedger = openStorage(tempFolder(), { now: Date.now() })
  if (!openTestLedger.ok) throw new Error(openTestLedger.message)
  const { ledger, cache } = openTestLedger.value
  const clock = createSystemClock()
  const log = createMemoryLog()
  const underWay = { poll: 0, read: 0, confirm: 0, other: 0 }
  const most = { ...underWay }
  let mostReadsAndTaps = 0
  let polls = 0
  const fetch: Fetch = async (request) => {
    const kind = kindOf(request)
    underWay[kind] += 1
    most[kind] = Math.max(most[kind], underWay[kind])
    mostReadsAndTaps = Math.max(mostReadsAndTaps, underWay.read + underWay.confirm)
    const outcome = await overSixConnections(request)
    underWay[kind] -= 1
    if (kind === 'poll' && outcome.kind === 'answer') polls += 1
    return outcome
  }
  const { apiUrl, clientId, clientSecret } = platform
  const core = createCore({
    ledger,
    cache,
    client: createPlatformClient({
      fetch,
      connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' })),
      dialect: () => ledger.facts.settings.get().dialect,
      now: clock.wall,
      monotonicNow: clock.monotonic,
      log,
      timeoutsMs: TIMEOUTS_MS,
    }),
    clock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    log,
    isOnline: () => true,
  })
  onTestFinished(async () => {
    platform.clearFaults()
    await core.stop()
    openTestLedger.value.close()
    await platform.close()
  })
  core.changeSettings({ pollIntervalSeconds: 1, undoSeconds: 0 })
  for (let order = 0; order < ORDERS; order += 1) platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
  core.start()
  const isRead = () => core.snapshot().tickets.filter(({ reading }) => reading === 'read').length === ORDERS
  await eventually('every order is on the board', isRead)

  platform.fault({ routes: ['read', 'confirm'], effect: { kind: 'hang' } })
  for (let order = 0; order < ORDERS; order += 1) platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
  await eventually('reads are at their limit', () => underWay.read === 4)
  for (const { orderId } of core.snapshot().tickets) core.act({ orderId, action: 'confirm' })
  await eventually('the last connection is for polls', () => underWay.confirm === 1)
  const pollsBefore = polls
  await eventually('polls beside calls without an answer', () => polls - pollsBefore >= POLLS)

  // Reads and taps reached their limits, so the connections were as busy as they can be.
  expect(most).toMatchObject({ read: 4, confirm: 1 })
  expect(mostReadsAndTaps).toBe(5)
  const failed = log.lines.filter(({ event, fields }) => event === 'platform-call-failed' && fields?.route === 'poll')
  expect(failed).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { type Host1, type Refusal, startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import type { GivenConnection } from './kitchen-of-several.ts'

/** What a platform does to every request; `outage`: it accepts no connection. */
export type Failure = Refusal | 'outage'

/** A platform of either dialect, as a test of several connections sees it. */
export type ShopPlatform = {
  readonly given: GivenConnection & { readonly name: string }
  /** A new order for delivery. @param id absent: a new one @returns its id */
  place(id?: string): string
  /** The changes that were asked for, oldest first. */
  posted(orderId: string): readonly string[]
  waiting(): number
  fail(how: Failure): Promise<void>
  heal(): Promise<void>
}

type Recorded = Awaited<ReturnType<typeof startRecordedPlatform>>

const DISPLAY_ID = 'A1'

const faultOf = (how: Refusal) =>
  how === 'no answer'
    ? ({ kind: 'hang' } as const)
    : ({
        kind: 'status',
        status: how.status,
        ...(how.retryAfter === undefined ? {} : { retryAfter: how.retryAfter }),
      } as const)

const shopOfV2 = (name: string, platform: Recorded): ShopPlatform => ({
  given: { name, apiUrl: platform.apiUrl, clientId: platform.clientId, clientSecret: platform.clientSecret },
  place(id = randomUUID()) {
    platform.place({ orderType: 'DELIVERY', order: { id, displayId: DISPLAY_ID } })
    return id
  },
  posted: (orderId) =>
    platform.requestLog.entries().flatMap((one) => (one.orderId === orderId && one.action ? [one.action] : [])),
  waiting: () => platform.model.pending(platform.clientId).length,
  async fail(how) {
    if (how === 'outage') await platform.beginOutage()
    else platform.fault({ effect: faultOf(how) })
  },
  async heal() {
    platform.clearFaults()
    await platform.endOutage()
  },
})

const shopOf1 = (name: string, host: Host1): ShopPlatform => ({
  given: {
    name,
    apiUrl: host.apiUrl,
    clientId: host.clientId,
    clientSecret: host.clientSecret,
    dialect: 'open-delivery-1',
  },
  place: (id) => host.place('DELIVERY', { sendPreparing: true, sendDelivered: true, displayId: DISPLAY_ID }, id),
  posted: host.operations,
  waiting: host.waiting,
  async fail(how) {
    host.refuse(how === 'outage' ? 'no connection' : how)
  },
  async heal() {
    host.refuse(undefined)
  },
})

const SEED = 20

/**
 * Two platforms of v2 and a host of 1.x. Orders of one id have one display id, and the events about their creation one id
 * on all three.
 */
export async function threePlatforms({
  skewMs = 0,
  firstSkewMs = 0,
}: {
  readonly skewMs?: number
  readonly firstSkewMs?: number
} = {}) {
  const casa = await startRecordedPlatform({ seed: SEED, clientId: 'casa', clockSkewMs: firstSkewMs })
  const rua = await startRecordedPlatform({ seed: SEED, clientId: 'rua', clockSkewMs: skewMs })
  const equalIds: string[] = []
  const um = await startHost1({ newEventId: () => equalIds.shift() ?? randomUUID(), skewMs: -skewMs })
  onTestFinished(async () => {
    await Promise.all([casa.close(), rua.close(), um.close()])
  })
  const shops = [shopOfV2('Casa', casa), shopOfV2('Rua', rua), shopOf1('Um', um)] as const
  const lastEventOf = (platform: Recorded, orderId: string): string =>
    [...platform.model.pending(platform.clientId), ...platform.model.acknowledgedEvents(platform.clientId, 1_000)].find(
      (event) => event.orderId === orderId,
    )?.eventId ?? ''
  return {
    casa,
    rua,
    um,
    shops,
    /** One order on each platform; order, event and display ids are equal. */
    placeEverywhere(): { readonly id: string; readonly eventIds: readonly string[] } {
      const id = randomUUID()
      shops[0].place(id)
      shops[1].place(id)
      const eventIds = [lastEventOf(casa, id), lastEventOf(rua, id)]
      equalIds.push(...eventIds.slice(0, 1))
      shops[2].place(id)
      return { id, eventIds }
    },
  }
}

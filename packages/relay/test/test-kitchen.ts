import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReference } from '../../../electron/platform/answers.ts'
import { parseEvent } from '../../../shared/order/event.ts'
import { realClient } from '../../../test/integration/platform/real-client.ts'

type Where = { readonly apiUrl: string; readonly clientId: string; readonly clientSecret: string }

export type TestKitchen = {
  /** `eventId orderId` of every received event. */
  readonly received: ReadonlySet<string>
  /** By event: monotonic ms of its first delivery. */
  readonly receivedAt: ReadonlyMap<string, number>
  /** Number of polls with and without a page. */
  readonly polls: { good: number; bad: number }
  /** Ends its loop. Resolves when the running calls have ended. */
  stop(): Promise<void>
  client: ReturnType<typeof realClient>
}

/**
 * A kitchen with the app's client: it polls, records events before it acknowledges them, and confirms each order until a
 * read shows another status.
 */
export function startTestKitchen(where: Where, intervalMs: number, confirms = true): TestKitchen {
  const client = realClient(where)
  const received = new Set<string>()
  const receivedAt = new Map<string, number>()
  const polls = { good: 0, bad: 0 }
  const ending = new AbortController()
  const { signal } = ending
  const open = new Map<string, Promise<void>>()

  const confirm = async (orderId: string): Promise<void> => {
    while (!signal.aborted) {
      const read = await client.readOrder(orderId, signal)
      const status = read.kind === 'order' ? (read.body as { readonly status?: unknown }).status : undefined
      if (typeof status === 'string' && status !== 'CREATED') return
      if (status === 'CREATED') await client.act({ orderId, action: 'confirm' }, signal)
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const take = async (events: readonly EventReference[]): Promise<void> => {
    for (const { eventId, orderId } of events) {
      const key = `${eventId} ${orderId}`
      received.add(key)
      if (!receivedAt.has(key)) receivedAt.set(key, performance.now())
      if (confirms && !open.has(orderId)) open.set(orderId, confirm(orderId))
    }
    await client.acknowledge(events, signal)
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const page = await client.poll(signal)
      if (page.kind === 'events') polls.good += 1
      else polls.bad += 1
      const events = (page.kind === 'events' ? page.events : []).flatMap((raw) => {
        const parsed = parseEvent(raw)
        return parsed.ok ? [parsed.event] : []
      })
      if (events.length > 0) await take(events)
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    received,
    receivedAt,
    polls,
    client,
    async stop() {
      ending.abort()
      await Promise.all([running, ...open.values()])
    },
  }
}

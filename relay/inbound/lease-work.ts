import type { Log } from '../../electron/logging/log-port.ts'
import type { Database } from '../database/database.ts'
import type { RelayClock } from '../relay-clock.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Lease } from './lease.ts'
import { createOrderRouter } from './order-router.ts'
import { createQueueAcknowledger } from './queue-acknowledger.ts'
import { createQueuePoller } from './queue-poller.ts'
import { type RepeatedWork, startRepeatedWork } from './repeated-work.ts'
import type { WakeUp } from './routing.ts'

/** Interval at which the loops check the database for work when no wake-up comes. */
const CHECK_INTERVAL_MS = 1_000

export type LeaseWorkParts = {
  readonly db: Database
  readonly upstream: Upstream
  readonly holder: string
  readonly clock: RelayClock
  readonly holdMs: number
  readonly maxHeldEvents: number
  readonly log: Log
  /** Pushes events to kitchens with an address. Resolves with true when more events may wait. */
  readonly pusher: (lease: Lease) => { work(): Promise<boolean> }
  /** Registers a listener for wake-ups from other processes. Returns the function that removes it. */
  readonly onWake: (listener: (kind: WakeUp) => void) => () => void
}

/** Polls, reads orders to route their events, acknowledges and pushes. Resolves when the lease has ended. */
export async function workUnderLease(parts: LeaseWorkParts, lease: Lease): Promise<void> {
  const { upstream, log } = parts
  const acknowledger = createQueueAcknowledger({ ...parts, lease })
  const start = (task: string, work: () => Promise<number>): RepeatedWork =>
    startRepeatedWork({ name: `${task}:${upstream.config.name}`, work, signal: lease.signal, log })
  const acknowledging = start('acknowledging', async () => (await acknowledger.work()) ?? CHECK_INTERVAL_MS)
  const router = createOrderRouter({
    ...parts,
    lease,
    random: Math.random,
    onRouted: acknowledging.wake,
    onSlotFree: () => routing.wake(),
  })
  const routing: RepeatedWork = start('routing', async () => {
    await router.work()
    return CHECK_INTERVAL_MS
  })
  const pusher = parts.pusher(lease)
  const pushing = start('pushing', async () => ((await pusher.work()) ? 0 : CHECK_INTERVAL_MS))
  const wake = (): void => {
    routing.wake()
    acknowledging.wake()
  }
  const poller = createQueuePoller({ ...parts, lease, onStored: wake })
  const polling = start('polling', () => poller.work())
  const unregister = parts.onWake((kind) => (kind === 'delivery' ? pushing.wake() : wake()))
  await Promise.all([polling.ended, routing.ended, acknowledging.ended, pushing.ended])
  unregister()
  await router.idle()
}

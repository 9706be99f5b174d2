import type { Log } from '../../electron/logging/log-port.ts'
import type { RelayClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createAcknowledger } from './acknowledger.ts'
import type { Lease } from './lease.ts'
import { createOrderRouter } from './order-router.ts'
import { createPoller } from './poller.ts'
import type { WakeUp } from './routing.ts'
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts'

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
  const acknowledger = createAcknowledger({ ...parts, lease })
  const start = (task: string, work: () => Promise<number>): WorkerLoop =>
    startWorkerLoop({ name: `${task}:${upstream.config.name}`, work, signal: lease.signal, log })
  const acknowledging = start('acknowledging', async () => (await acknowledger.work()) ?? CHECK_INTERVAL_MS)
  const router = createOrderRouter({
    ...parts,
    lease,
    random: Math.random,
    onRouted: acknowledging.wake,
    onSlotFree: () => routing.wake(),
  })
  const routing: WorkerLoop = start('routing', async () => {
    await router.work()
    return CHECK_INTERVAL_MS
  })
  const pusher = parts.pusher(lease)
  const pushing = start('pushing', async () => ((await pusher.work()) ? 0 : CHECK_INTERVAL_MS))
  const wake = (): void => {
    routing.wake()
    acknowledging.wake()
  }
  const poller = createPoller({ ...parts, lease, onStored: wake })
  const polling = start('polling', () => poller.work())
  const unregister = parts.onWake((kind) => (kind === 'delivery' ? pushing.wake() : wake()))
  await Promise.all([polling.ended, routing.ended, acknowledging.ended, pushing.ended])
  unregister()
  await router.idle()
}

import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { type ChildProgram, startChild } from './child-program.ts'
import type { CoreAction, CoreReport, CoreStart } from './core-messages.ts'
import { missingInCopy } from './ledger-queries.ts'
import { acknowledgedIds, type WatchedPlatform } from './watched-platform.ts'

const CHECK_INTERVAL_MS = 50
const HAPPENS_WITHIN_MS = 60_000

export type CoreWithStaff = {
  readonly pid: number
  look(): Promise<BoardSnapshot>
  /** Reads the board until it satisfies the condition. */
  until(what: string, condition: (board: BoardSnapshot) => boolean, withinMs?: number): Promise<BoardSnapshot>
  /** `undefined` when the tap was answered as durable, else the code of the refusal. */
  tap(orderId: string, action: QueuedAction): Promise<string | undefined>
  /** Resolves when the core has requested a restart and ended. */
  readonly restartRequested: Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

/** The core's process with simulated staff. `around`: a program that runs it, with its arguments. */
export async function startCoreWithStaff(
  program: string,
  folder: string,
  platform: WatchedPlatform,
  around: readonly string[] = [],
): Promise<CoreWithStaff> {
  const { apiUrl, clientId, clientSecret } = platform
  const settings = { pollIntervalSeconds: 1, undoSeconds: 0, confirmStartsPreparation: false }
  const start: CoreStart = { folder, connections: [{ apiUrl, clientId, clientSecret }], settings }
  const [first = process.execPath, ...rest] = [...around, process.execPath, program, JSON.stringify(start)]
  const core: ChildProgram<CoreAction, CoreReport> = startChild([first, ...rest])
  let isRestartRequested = false
  core.onReport((report) => {
    isRestartRequested ||= report.kind === 'restart-wanted'
  })
  const restartRequested = core.ended.then(() => {
    if (!isRestartRequested) throw new Error(`The core ended without requesting a restart:\n${core.errorOutput()}`)
  })
  // A test that does not wait for a restart ignores the rejection.
  restartRequested.catch(() => undefined)
  await core.next((report) => report.kind === 'board')

  const look = async (): Promise<BoardSnapshot> => {
    const seen = core.next((report) => report.kind === 'seen')
    core.send({ kind: 'look' })
    return (await seen).snapshot
  }
  return {
    pid: core.pid,
    look,
    restartRequested,
    async until(what, condition, withinMs = HAPPENS_WITHIN_MS) {
      const end = performance.now() + withinMs
      for (let board = await look(); ; board = await look()) {
        if (condition(board)) return board
        if (performance.now() > end) {
          const details = `${JSON.stringify(board.freshness)}\n${core.errorOutput()}`
          throw new Error(`Never happened within ${withinMs} ms: ${what}\n${details}`)
        }
        await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
      }
    },
    async tap(orderId, action) {
      const answered = core.next((report) => report.kind === 'tapped' || report.kind === 'refused')
      core.send({ kind: 'tap', orderId, action })
      const report = await answered
      return report.kind === 'refused' ? report.code : undefined
    },
    async stop() {
      const stopped = core.next((report) => report.kind === 'stopped')
      core.send({ kind: 'stop' })
      await stopped
      await core.ended
    },
    async kill() {
      core.kill()
      await core.ended
    },
  }
}

export type AcknowledgmentWatch = {
  /** Ids of the acknowledged events. */
  readonly acknowledged: ReadonlySet<string>
  /** Ids of events that were not in the ledger when their acknowledgment arrived. */
  readonly early: readonly string[]
}

/** Reads the ledger each time an acknowledgment arrives. */
export function watchAcknowledgments(platform: WatchedPlatform, folder: string): AcknowledgmentWatch {
  const acknowledged = new Set<string>()
  const early: string[] = []
  platform.watch({
    onArrival: (request) => {
      const ids = acknowledgedIds(request)
      if (ids.length === 0) return
      early.push(...missingInCopy(folder, ids))
      for (const id of ids) acknowledged.add(id)
    },
  })
  return { acknowledged, early }
}

/** Whether the board shows the order's tap as confirmed. */
export const showsConfirmed =
  (orderId: string) =>
  ({ tickets }: BoardSnapshot): boolean =>
    tickets.some((ticket) => ticket.orderId === orderId && ticket.tap?.truth === 'confirmed')

export const showsRead =
  (orderIds: readonly string[]) =>
  ({ tickets }: BoardSnapshot): boolean =>
    orderIds.every((orderId) => tickets.some((ticket) => ticket.orderId === orderId && ticket.reading === 'read'))

import type { CallResult } from '../../../shared/contract.ts'
import { fail } from '../../../shared/result.ts'
import type { Clock } from '../../sync/clock.ts'
import type { FromStation } from './link-messages.ts'

const CALL_MS = 15_000

/** The answer to a call that does not reach the station, or gets no answer. */
export const away = (): CallResult<never> => fail('station-away', 'The station is not reached')

/** The calls of one screen that wait for the station's answer. */
export type PendingCalls = {
  /** Resolves with the answer, or with `away` after 15 s. `onAnswer` as in `StationLink.ask`. */
  add(id: number, onAnswer: ((version: number) => void) | undefined): Promise<CallResult<unknown>>
  receiveAnswer(message: Extract<FromStation, { kind: 'answer' }>): void
  /** The connection was lost: no waiting call gets an answer. */
  endAll(): void
}

type Waiting = {
  readonly resolve: (result: CallResult<unknown>) => void
  readonly onAnswer: ((version: number) => void) | undefined
  readonly cancel: () => void
}

export function createPendingCalls(clock: Pick<Clock, 'setTimer'>): PendingCalls {
  const waiting = new Map<number, Waiting>()
  return {
    add: (id, onAnswer) =>
      new Promise((resolve) => {
        const cancel = clock.setTimer(CALL_MS, () => {
          waiting.delete(id)
          resolve(away())
        })
        waiting.set(id, { resolve, onAnswer, cancel })
      }),
    receiveAnswer({ id, version, result }) {
      const asked = waiting.get(id)
      waiting.delete(id)
      asked?.cancel()
      asked?.onAnswer?.(version)
      asked?.resolve(result)
    },
    endAll() {
      for (const { resolve, cancel } of waiting.values()) {
        cancel()
        resolve(away())
      }
      waiting.clear()
    },
  }
}

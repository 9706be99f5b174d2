import type { CallResult } from '../../../shared/contract.ts'
import { fail, messageOf, ok } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import type { ScreenStore } from '../../storage/screen-store.ts'

/** Names of the single values in the screen's store. */
const NAMES = ['settings', 'places', 'lock', 'clock-offset', 'sound-test', 'name'] as const
export type ScreenFact = (typeof NAMES)[number]

/** Stored values of a screen, also in memory: a snapshot can be requested after the store was closed. */
export type ScreenFacts = {
  get(name: ScreenFact): string | undefined
  /** Durable when it returns `ok`. */
  save(name: ScreenFact, value: string): CallResult<null>
}

export function createScreenFacts(store: ScreenStore | undefined, log: Log): ScreenFacts {
  const facts = new Map(NAMES.map((name) => [name, store?.fact(name)]))
  return {
    get: (name) => facts.get(name),
    save(name, value) {
      if (store === undefined) return fail('storage', 'This screen has no storage')
      try {
        store.saveFact(name, value)
        facts.set(name, value)
        return ok(null)
      } catch (error) {
        log.error('storage-refused', { error: messageOf(error) })
        return fail('storage', messageOf(error))
      }
    },
  }
}

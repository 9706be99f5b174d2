import type { ActArgs, BoardDelta, BoardSnapshot, CallResult } from '../../shared/contract.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Locale, Settings } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { TimeService } from '../sync/clock.ts'
import { openPracticeKitchen, type PracticeKitchen } from './practice-kitchen.ts'

const FOLDER_PREFIX = 'setup-practice-'

/** One order to try the taps on, on a platform inside this process: nothing leaves the process. */
export type SetupPractice = {
  /** Places the order and starts the kitchen for it, once; later calls show how far it is. */
  begin(): Promise<CallResult<BoardSnapshot>>
  act(args: ActArgs): CallResult<{ tapId: string }>
  onDelta(listener: (delta: BoardDelta) => void): void
  /** Ends the kitchen and removes what it stored. */
  end(): Promise<CallResult<null>>
}

/** One practice, from its beginning to its end. */
type Practice = {
  /**
   * Added to the versions of its board, so that they continue after those of the previous practice: the window then drops
   * late deltas of the previous one.
   */
  readonly firstVersion: number
  readonly kitchen: Promise<PracticeKitchen>
}

type Words = {
  readonly id: string
  readonly dish: string
  readonly drink: string
  readonly note: string
  readonly whole: string
}

const WORDS: Readonly<Record<Locale, Words>> = {
  'pt-BR': {
    id: 'TREINO',
    dish: 'Prato de treino',
    drink: 'Suco de treino',
    note: 'sem cebola',
    whole: 'Pedido de treino: não preparar',
  },
  en: {
    id: 'TEST',
    dish: 'Practice dish',
    drink: 'Practice juice',
    note: 'no onion',
    whole: 'Practice order: do not cook',
  },
  es: {
    id: 'PRUEBA',
    dish: 'Plato de práctica',
    drink: 'Jugo de práctica',
    note: 'sin cebolla',
    whole: 'Pedido de práctica: no preparar',
  },
}

const itemOf = (id: string, name: string, quantity: number, observations?: string) => ({
  id,
  name,
  quantity,
  unit: 'UN' as const,
  ...(observations === undefined ? {} : { observations }),
})

export function createSetupPractice(parts: {
  /** The profile folder; the practice's own databases lie below it for as long as it lasts. */
  readonly profile: string
  readonly settings: () => Settings
  /** A time service of its own: the practice platform's time must not change the kitchen's. */
  readonly newClock: () => TimeService
  readonly log: Log
}): SetupPractice {
  const { profile, log } = parts
  const listeners = new Set<(delta: BoardDelta) => void>()
  let running: Practice | undefined
  let current: PracticeKitchen | undefined
  let lastVersion = 0

  const start = async (onDelta: (delta: BoardDelta) => void): Promise<PracticeKitchen> => {
    // Loaded on demand: outside practice the platform is not in memory.
    const { createMemoryPlatform } = await import('../practice/platform/memory-platform.ts')
    const platform = createMemoryPlatform()
    const { id, dish, drink, note, whole } = WORDS[parts.settings().locale]
    platform.place({
      orderType: 'TAKEOUT',
      displayId: id,
      items: [itemOf('1', dish, 2, note), itemOf('2', drink, 1)],
      order: {
        observations: whole,
        customer: { id: '1', name: 'Comanda' },
        fulfillment: { orderType: 'TAKEOUT', takeout: {} },
        payments: { prepaid: 0, pending: 0, methods: [{ type: 'PREPAID', method: 'PIX', value: 0, currency: 'BRL' }] },
      },
    })
    const kitchen = openPracticeKitchen({
      profile,
      prefix: FOLDER_PREFIX,
      platform,
      settings: { ...displaySettings(parts.settings()), pollIntervalSeconds: 1, undoSeconds: 0 },
      clock: parts.newClock(),
      log,
    })
    const { station } = kitchen
    station.onDelta(onDelta)
    station.start()
    return kitchen
  }

  const begin = (): Practice => {
    const firstVersion = lastVersion + 1
    const kitchen = start((delta) => {
      if (running !== practice) return
      lastVersion = firstVersion + delta.version
      for (const listener of listeners) listener({ ...delta, version: lastVersion })
    })
    const practice = { firstVersion, kitchen }
    return practice
  }

  return {
    async begin() {
      running ??= begin()
      const starting = running
      try {
        const started = await starting.kitchen
        if (running === starting) current = started
        const snapshot = started.station.snapshot()
        return ok({ ...snapshot, version: starting.firstVersion + snapshot.version })
      } catch (error) {
        // The next attempt starts a new practice.
        if (running === starting) running = undefined
        log.error('setup-practice-failed', { error: messageOf(error) })
        return fail('storage', messageOf(error))
      }
    },
    act: (args) => current?.station.act(args) ?? fail('unknown-order', 'no practice is running'),
    onDelta(listener) {
      listeners.add(listener)
    },
    async end() {
      const ending = running
      running = undefined
      current = undefined
      try {
        if (ending !== undefined) await (await ending.kitchen).stopAndErase()
      } catch (error) {
        // A practice that failed to start or stop leaves its folder; the next one removes it.
        log.error('setup-practice-not-ended', { error: messageOf(error) })
      }
      return ok(null)
    },
  }
}

const displaySettings = ({ locale, theme, ageMinutes }: Settings) => ({ locale, theme, ageMinutes })

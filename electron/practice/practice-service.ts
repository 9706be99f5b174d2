import type { BoardDelta, PracticeBests, PracticeReport } from '../../shared/contract/contract.ts'
import { FIRST_ORDER, type PracticeName, SCENARIO_MINUTES } from '../../shared/contract/practice.ts'
import { betterPractice, scorePractice } from '../../shared/contract/practice-score.ts'
import {
  type Locale,
  SETTING_NAMES,
  type Settings,
  type SettingsPatch,
  settingMarks,
} from '../../shared/contract/settings.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Core } from '../core/core.ts'
import type { PracticeCalls, PractisedCore } from '../ipc/handlers.ts'
import type { Log } from '../logging/log-port.ts'
import type { TimeService } from '../sync/clock.ts'
import { openPractice, type Practice } from './open-practice.ts'
import { recordPractice } from './practice-record.ts'

const MINUTE_MS = 60_000
/** In the scenario about a wrong clock, this computer's clock is set forward. The platform's clock is not changed. */
const CLOCK_JUMP = { afterMs: MINUTE_MS, byMs: 47 * MINUTE_MS }

type Running = {
  readonly name: PracticeName
  readonly core: PractisedCore
  /** `null` for the order of the set-up, which has no score. */
  readonly report: (ending: PracticeReport['ending']) => PracticeReport | null
  readonly cancelTimers: () => void
  readonly stopAndErase: () => Promise<void>
}

const practiceSettings = (name: PracticeName, settings: Settings): SettingsPatch => ({
  ...Object.fromEntries(SETTING_NAMES.filter((key) => settingMarks(key).inPractice).map((key) => [key, settings[key]])),
  alarm: { ...settings.alarm, quietHours: { ...settings.alarm.quietHours, enabled: false } },
  setupStep: 'done',
  pollIntervalSeconds: 1,
  // The order of the set-up has the steps of the shop, and shows each at once.
  ...(name === FIRST_ORDER ? { undoSeconds: 0 } : {}),
})

const FIRST_ORDER_WORDS = {
  'pt-BR': ['TREINO', 'Prato de treino', 'sem cebola', 'Suco de treino', 'Pedido de treino: não preparar'],
  en: ['TEST', 'Practice dish', 'no onion', 'Practice juice', 'Practice order: do not cook'],
  es: ['PRUEBA', 'Plato de práctica', 'sin cebolla', 'Jugo de práctica', 'Pedido de práctica: no preparar'],
} as const satisfies Readonly<Record<Locale, readonly string[]>>

/** The script of the set-up: one order to try the taps on. */
function firstOrder(locale: Locale) {
  const [displayId, dish, note, drink, whole] = FIRST_ORDER_WORDS[locale]
  const order = {
    orderType: 'TAKEOUT',
    displayId,
    items: [
      { id: '1', name: dish, quantity: 2, unit: 'UN', observations: note },
      { id: '2', name: drink, quantity: 1, unit: 'UN' },
    ],
    order: {
      observations: whole,
      customer: { id: '1', name: 'Comanda' },
      fulfillment: { orderType: 'TAKEOUT', takeout: {} },
      payments: { prepaid: 0, pending: 0, methods: [{ type: 'PREPAID', method: 'PIX', value: 0, currency: 'BRL' }] },
    },
  } as const
  return { orders: [{ atMs: 0, order }] }
}

type PracticeServiceParts = {
  /** The databases of a practice lie below this folder for as long as it lasts. */
  readonly folder: string
  readonly settings: () => Settings
  /** The tickets of the real board. */
  readonly tickets: () => readonly Ticket[]
  /**
   * A time service of its own for each practice: the practice platform's time must not change the kitchen's.
   * @param aheadMs by how much its wall clock is ahead of the computer's
   */
  readonly newClock: (aheadMs: () => number) => TimeService
  /** The clock of the practice platform: this computer's, milliseconds since 1970. */
  readonly now: () => number
  /** Opens a core without keychain, network and desktop. Not started yet. */
  readonly openCore: (practice: Practice, settings: SettingsPatch, clock: TimeService) => Core
  /** The best practice of each scenario, kept with the facts of the kitchen. */
  readonly best: { get(): PracticeBests; set(best: PracticeBests): void }
  readonly log: Log
}

/** @param onOver the time of the scenario is over */
async function startPractice(
  name: PracticeName,
  parts: PracticeServiceParts,
  onDelta: (delta: BoardDelta) => void,
  onOver: () => void,
): Promise<Running> {
  let aheadMs = 0
  const clock = parts.newClock(() => aheadMs)
  const settings = parts.settings()
  const script = name === FIRST_ORDER ? firstOrder(settings.locale) : name
  const practice = openPractice(parts.folder, script, parts.now)
  await practice.begun
  const opened = parts.openCore(practice, practiceSettings(name, settings), clock)
  const { core, facts } = recordPractice(opened, clock.monotonic)
  opened.onDelta(onDelta)
  opened.start()
  const timers: (() => void)[] = []
  if (name !== FIRST_ORDER) timers.push(clock.setTimer(SCENARIO_MINUTES[name] * MINUTE_MS, onOver))
  if (name === 'clock-jump') {
    timers.push(
      clock.setTimer(CLOCK_JUMP.afterMs, () => {
        aheadMs = CLOCK_JUMP.byMs
      }),
    )
  }
  return {
    name,
    core,
    report: (ending) =>
      name === FIRST_ORDER ? null : { name, ending, sheet: scorePractice(facts()), bestBefore: parts.best.get()[name] },
    cancelTimers: () => {
      for (const cancel of timers) cancel()
    },
    stopAndErase: () => opened.stop().finally(practice.erase),
  }
}

export interface PracticeService extends PracticeCalls {
  onDelta(listener: (delta: BoardDelta) => void): void
  /** A practice ended by its own time. */
  onOver(listener: (report: PracticeReport) => void): void
  stop(): Promise<void>
}

/**
 * Practice beside the real kitchen, which goes on polling, ringing and storing. A practice has its own core, ledger and
 * platform; the window decides which board is shown.
 */
export function createPracticeService(parts: PracticeServiceParts): PracticeService {
  const { log, best } = parts
  const deltaListeners = new Set<(delta: BoardDelta) => void>()
  const overListeners = new Set<(report: PracticeReport) => void>()
  let running: Running | undefined
  let last: PracticeReport | null = null
  /** Begins and ends run one after the other. */
  const enqueue = createSerialQueue()

  const onDelta = (delta: BoardDelta): void => {
    for (const listener of deltaListeners) listener(delta)
  }

  const keepBest = ({ name, sheet, bestBefore }: PracticeReport): void => {
    const better = betterPractice(bestBefore, sheet)
    if (better === undefined || better === bestBefore) return
    try {
      best.set({ ...best.get(), [name]: better })
    } catch (error) {
      log.error('practice-best-not-kept', { error: messageOf(error) })
    }
  }

  const finish = async (ending: PracticeReport['ending']): Promise<PracticeReport | null> => {
    const ended = running
    if (ended === undefined) return null
    running = undefined
    ended.cancelTimers()
    const report = ended.report(ending)
    last = report ?? last
    // A practice that a real order ended says nothing about what was missing.
    if (report !== null && ending !== 'interrupted') keepBest(report)
    log.info('practice-ended', { name: ended.name, state: ending })
    if (ending === 'over' && report !== null) for (const listener of overListeners) listener(report)
    try {
      await ended.stopAndErase()
    } catch (error) {
      // The next practice removes the folder.
      log.error('practice-not-put-away', { error: messageOf(error) })
    }
    return report
  }
  const onOver = (): void => void enqueue(() => finish('over'))

  /** Whether real orders prevent this practice. The order of the set-up hides no board. */
  const isPrevented = (name: PracticeName, isConfirmed: boolean): boolean => {
    if (name === FIRST_ORDER) return false
    const tickets = parts.tickets()
    return tickets.some(({ alarm }) => alarm !== undefined) || (tickets.some(isOpen) && !isConfirmed)
  }

  return {
    begin: ({ name, isConfirmed }) =>
      enqueue(async () => {
        if (isPrevented(name, isConfirmed)) return fail('not-allowed', 'Real orders are open')
        await finish('stopped')
        try {
          running = await startPractice(name, parts, onDelta, onOver)
          log.info('practice-begun', { name })
          return ok(null)
        } catch (error) {
          log.error('practice-failed', { error: messageOf(error) })
          return fail('storage', messageOf(error))
        }
      }),
    end: ({ ending }) => enqueue(async () => ok(await finish(ending))),
    results: () => ok({ last, best: best.get() }),
    core: () => running?.core,
    onDelta: (listener) => void deltaListeners.add(listener),
    onOver: (listener) => void overListeners.add(listener),
    stop: async () => void (await enqueue(() => finish('stopped'))),
  }
}

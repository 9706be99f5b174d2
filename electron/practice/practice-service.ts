import type { BoardDelta, PracticeReport } from '../../shared/contract/contract.ts'
import { FIRST_ORDER, type PracticeName, SCENARIO_MINUTES } from '../../shared/contract/practice.ts'
import { type PracticeFacts, type PracticeOrder, scorePractice } from '../../shared/contract/practice-score.ts'
import {
  type Locale,
  SETTING_NAMES,
  type Settings,
  type SettingsPatch,
  settingMarks,
} from '../../shared/contract/settings.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Core } from '../core/core.ts'
import type { PracticeCalls, PractisedCore } from '../ipc/handlers.ts'
import type { Log } from '../logging/log-port.ts'
import type { TimeService } from '../sync/clock.ts'
import { openPractice, type Practice } from './open-practice.ts'

const COOKING: ReadonlySet<QueuedAction> = new Set(['preparing', 'ready-for-pickup'])

type RecordedOrder = { -readonly [key in keyof Omit<PracticeOrder, 'cookedAt'>]: PracticeOrder[key] } & {
  cookedAt: number[]
}

/**
 * Records the orders and the taps of a practice. Returns the core with its calls recorded, and the facts for the
 * score sheet. A refused tap counts as well.
 * @param now monotonic ms
 */
function recordPractice(
  core: PractisedCore & Pick<Core, 'onDelta'>,
  now: () => number,
): { readonly core: PractisedCore; readonly facts: () => PracticeFacts } {
  const orders = new Map<string, RecordedOrder>()
  /** Taps on "accept" that may still be taken back, with their order. */
  const accepting = new Map<string, string>()

  const recordTouch = (orderId: string): RecordedOrder | undefined => {
    const order = orders.get(orderId)
    if (order !== undefined) order.touchedAt ??= now()
    return order
  }

  core.onDelta(({ changed }) => {
    for (const { orderId, displayId, status, alarm } of changed) {
      const order: RecordedOrder = orders.get(orderId) ?? { displayId, cookedAt: [] }
      orders.set(orderId, order)
      order.displayId = displayId
      if (alarm === 'new') order.rangAt ??= now()
      if (status === 'CANCELLED') order.stoppedAt ??= now()
    }
  })

  return {
    facts: () => ({ orders: [...orders.values()], endedAt: now() }),
    core: {
      ...core,
      act(args) {
        const order = recordTouch(args.orderId)
        const answer = core.act(args)
        if (order === undefined) return answer
        if (COOKING.has(args.action)) order.cookedAt.push(now())
        if (args.action === 'confirm' && answer.ok) {
          order.acceptedAt ??= now()
          accepting.set(answer.value.tapId, args.orderId)
        }
        return answer
      },
      undo(tapId) {
        const answer = core.undo(tapId)
        const order = orders.get(accepting.get(tapId) ?? '')
        if (answer.ok && order !== undefined) delete order.acceptedAt
        return answer
      },
      strikeLine(orderId, lineId, struck) {
        const order = recordTouch(orderId)
        if (struck) order?.cookedAt.push(now())
        return core.strikeLine(orderId, lineId, struck)
      },
      startByHand(orderId) {
        recordTouch(orderId)
        return core.startByHand(orderId)
      },
      quietAlarm(orderId, how) {
        recordTouch(orderId)
        return core.quietAlarm(orderId, how)
      },
      acknowledgeCancellation(orderId) {
        const order = recordTouch(orderId)
        const answer = core.acknowledgeCancellation(orderId)
        if (answer.ok && order !== undefined) order.stopSeenAt ??= now()
        return answer
      },
    },
  }
}

const MINUTE_MS = 60_000
/** In the scenario about a wrong clock, this computer's clock is set forward. The platform's clock is not changed. */
const CLOCK_JUMP = { afterMs: MINUTE_MS, byMs: 47 * MINUTE_MS }

export type PracticeService = ReturnType<typeof createPracticeService>

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
  // The set-up shows each step at once.
  ...(name === FIRST_ORDER ? { undoSeconds: 0, confirmStartsPreparation: false } : {}),
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

/**
 * Practice beside the real kitchen, which goes on polling, ringing and storing. A practice has its own core, ledger and
 * platform; the window decides which board is shown.
 */
export function createPracticeService(parts: {
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
  readonly log: Log
}) {
  const { log } = parts
  const deltaListeners = new Set<(delta: BoardDelta) => void>()
  const overListeners = new Set<(report: PracticeReport) => void>()
  let running: Running | undefined
  let last: PracticeReport | null = null
  /** Begins and ends run one after the other. */
  const enqueue = createSerialQueue()

  const start = async (name: PracticeName): Promise<void> => {
    let aheadMs = 0
    const clock = parts.newClock(() => aheadMs)
    const settings = parts.settings()
    const script = name === FIRST_ORDER ? firstOrder(settings.locale) : name
    const practice = openPractice(parts.folder, script, parts.now)
    await practice.begun
    const opened = parts.openCore(practice, practiceSettings(name, settings), clock)
    const { core, facts } = recordPractice(opened, clock.monotonic)
    opened.onDelta((delta) => {
      for (const listener of deltaListeners) listener(delta)
    })
    opened.start()
    const timers: (() => void)[] = []
    if (name !== FIRST_ORDER) {
      timers.push(clock.setTimer(SCENARIO_MINUTES[name] * MINUTE_MS, () => void enqueue(() => finish('over'))))
    }
    if (name === 'clock-jump') {
      timers.push(
        clock.setTimer(CLOCK_JUMP.afterMs, () => {
          aheadMs = CLOCK_JUMP.byMs
        }),
      )
    }
    running = {
      name,
      core,
      report: (ending) => (name === FIRST_ORDER ? null : { name, ending, sheet: scorePractice(facts()) }),
      cancelTimers: () => {
        for (const cancel of timers) cancel()
      },
      stopAndErase: () => opened.stop().finally(practice.erase),
    }
    log.info('practice-begun', { name })
  }

  const finish = async (ending: PracticeReport['ending']): Promise<PracticeReport | null> => {
    const ended = running
    if (ended === undefined) return null
    running = undefined
    ended.cancelTimers()
    const report = ended.report(ending)
    last = report ?? last
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

  /** Whether real orders prevent this practice. The order of the set-up hides no board. */
  const isPrevented = (name: PracticeName, isConfirmed: boolean): boolean => {
    if (name === FIRST_ORDER) return false
    const tickets = parts.tickets()
    return tickets.some(({ alarm }) => alarm !== undefined) || (tickets.some(isOpen) && !isConfirmed)
  }

  const calls: PracticeCalls = {
    begin: ({ name, isConfirmed }) =>
      enqueue(async () => {
        if (isPrevented(name, isConfirmed)) return fail('not-allowed', 'Real orders are open')
        await finish('stopped')
        try {
          await start(name)
          return ok(null)
        } catch (error) {
          log.error('practice-failed', { error: messageOf(error) })
          return fail('storage', messageOf(error))
        }
      }),
    end: ({ ending }) => enqueue(async () => ok(await finish(ending))),
    last: () => ok(last),
    core: () => running?.core,
  }
  return {
    ...calls,
    onDelta: (listener: (delta: BoardDelta) => void) => void deltaListeners.add(listener),
    /** A practice ended by its own time. */
    onOver: (listener: (report: PracticeReport) => void) => void overListeners.add(listener),
    async stop(): Promise<void> {
      await enqueue(() => finish('stopped'))
    },
  }
}

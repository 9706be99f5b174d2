import { describe, expect, it } from 'vitest'
import {
  createPrintMarks,
  createPrintService,
  type PrintJob,
  type PrintOutcome,
} from '../../../electron/printing/print-service.ts'
import type { BoardDelta } from '../../../shared/contract/contract.ts'
import type { PaperSettings } from '../../../shared/contract/paper.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const MINUTE_MS = 60_000

/** A print service with a fake printer that records its jobs, and a board that the test changes. */
function service(options: { printers?: number; paper?: Partial<PaperSettings> } = {}) {
  const clock = createVirtualClock(minutesAgo(0))
  const jobs: PrintJob[] = []
  const notes: string[] = []
  const timeline: { orderId: string; kind: string; at: number }[] = []
  const listeners = new Set<(delta: BoardDelta) => void>()
  const board: { tickets: readonly Ticket[]; freshness: Freshness; paper: PaperSettings } = {
    tickets: [],
    freshness: { state: 'fresh', checkedAt: clock.now() },
    paper: { ...DEFAULT_SETTINGS.paper, ...options.paper },
  }
  let outcome: PrintOutcome = 'printed'
  let failsAfter = Number.POSITIVE_INFINITY
  let aheadMs = 0
  let diskIsFull = false
  let driverThrows = false
  const made = createPrintService({
    printer: {
      list: async () => Array.from({ length: options.printers ?? 1 }, (_, at) => ({ name: `p${at}`, label: `P${at}` })),
      print: async (job) => {
        jobs.push(job)
        if (jobs.length > failsAfter) return 'failed'
        if (driverThrows) throw new Error('the driver went away')
        return outcome
      },
    },
    snapshot: () =>
      snapshotOf(board.tickets, {
        freshness: board.freshness,
        settings: { ...DEFAULT_SETTINGS, paper: board.paper },
        clock: { platformNow: clock.now() + aheadMs, skewMs: 0 },
      }),
    settings: () => ({ ...DEFAULT_SETTINGS, paper: board.paper }),
    onDelta: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    marks: createPrintMarks(
      {
        addTimeline: ({ orderId, kind, at }) => {
          if (diskIsFull) throw new Error('the disk is full')
          timeline.push({ orderId, kind, at })
        },
        countOf: (orderId, kind, since = Number.NEGATIVE_INFINITY) =>
          timeline.filter((one) => one.orderId === orderId && one.kind === kind && one.at >= since).length,
      },
      clock,
      createMemoryLog(),
    ),
    notify: ({ body }) => notes.push(body),
    clock,
    log: createMemoryLog(),
  })
  const show = async (tickets: readonly Ticket[]): Promise<void> => {
    board.tickets = tickets
    for (const listener of listeners) listener({ version: 1, changed: [...tickets], removed: [] })
    await clock.advance(0)
  }
  return {
    ...made,
    board,
    clock,
    /** Sets how far the platform's clock in the snapshot is ahead of the virtual clock. */
    setAhead(ms: number) {
      aheadMs = ms
    },
    jobs,
    notes,
    timeline,
    show,
    ids: () => jobs.map(({ html }) => /<h1><bdi>(.*?)<\/bdi>/.exec(html)?.[1]),
    breakDriver: (throws: boolean) => {
      driverThrows = throws
    },
    failAfter: (jobsPrinted: number) => {
      failsAfter = jobs.length + jobsPrinted
    },
    fail: () => {
      outcome = 'failed'
    },
    mend: () => {
      outcome = 'printed'
    },
    fillDisk: () => {
      diskIsFull = true
    },
  }
}

const at = (displayId: string, minutes: number, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { createdAt: minutesAgo(minutes), ...more })

describe('the print service', () => {
  it('prints every open ticket, the oldest first, each with its own cut', async () => {
    const kitchen = service()
    kitchen.board.tickets = [
      at('new', 1),
      at('old', 30, { status: 'PREPARING' }),
      at('out', 40, { status: 'IN_DELIVERY' }),
      at('over', 50, { status: 'DELIVERED' }),
      at('back', 45, { status: 'DELIVERED', recalled: true }),
      at('stop', 20, { status: 'CANCELLED', lane: 'preparing', cancelled: { at: 0, acknowledged: false } }),
      at('seen', 25, { status: 'CANCELLED', lane: 'done', cancelled: { at: 0, acknowledged: true } }),
      at('later', 60, { lane: 'scheduled' }),
    ]
    expect(await kitchen.print()).toEqual({ ok: true, value: { printed: 5 } })
    expect(kitchen.ids()).toEqual(['later', 'back', 'old', 'stop', 'new'])
  })

  it('marks the second ticket of an order, and writes both into its timeline', async () => {
    const kitchen = service()
    kitchen.board.tickets = [at('1', 1)]
    await kitchen.print('order-1')
    await kitchen.print('order-1')
    expect(kitchen.jobs.map(({ html }) => html.includes('REIMPRESSÃO'))).toEqual([false, true])
    expect(kitchen.timeline.map(({ kind }) => kind)).toEqual(['printed', 'reprinted'])
  })

  it.each([
    ['no printer', { printers: 0 }, 'order-1', 'no-printer'],
    ['an order that is not there', {}, 'order-9', 'unknown-order'],
  ] as const)('returns the reason when it cannot print: %s', async (_name, options, orderId, code) => {
    const kitchen = service(options)
    kitchen.board.tickets = [at('1', 1)]
    expect(await kitchen.print(orderId)).toMatchObject({ ok: false, code })
  })

  it('reports that the printer failed, and counts nothing as printed', async () => {
    const kitchen = service()
    kitchen.board.tickets = [at('1', 1)]
    kitchen.fail()
    expect(await kitchen.print()).toMatchObject({ ok: false, code: 'printer-failed' })
    expect(kitchen.timeline).toEqual([])
  })

  it('prints nothing automatically unless the setting is on', async () => {
    const kitchen = service()
    kitchen.start()
    await kitchen.show([at('1', 0)])
    kitchen.board.freshness = { state: 'offline', checkedAt: minutesAgo(120) }
    await kitchen.clock.advance(10 * MINUTE_MS)
    expect(kitchen.jobs).toEqual([])
    kitchen.stop()
  })

  it('prints a new order once, however often it changes', async () => {
    const kitchen = service({ paper: { printsNew: true, printer: 'p0' } })
    kitchen.start()
    await kitchen.show([at('1', 0, { reading: 'loading' })])
    expect(kitchen.jobs).toHaveLength(0)
    await kitchen.show([at('1', 0)])
    await kitchen.show([at('1', 0, { status: 'CONFIRMED' })])
    await kitchen.clock.advance(2 * MINUTE_MS)
    expect(kitchen.ids()).toEqual(['1'])
    kitchen.stop()
  })

  it('does not print orders that were there before the setting was switched on', async () => {
    const kitchen = service({ paper: { printer: 'p0' } })
    kitchen.start()
    await kitchen.show([at('1', 5)])
    kitchen.board.paper = { ...kitchen.board.paper, printsNew: true }
    await kitchen.show([at('1', 5)])
    await kitchen.show([at('1', 5), at('2', 0)])
    expect(kitchen.ids()).toEqual(['2'])
    kitchen.stop()
  })

  it('prints automatically only to a named printer, because the default printer of the system may open a dialog', async () => {
    const kitchen = service({ printers: 2, paper: { printsNew: true, printsWhenOfflineMinutes: 5 } })
    kitchen.start()
    await kitchen.show([at('1', 0)])
    kitchen.board.freshness = { state: 'offline', checkedAt: kitchen.clock.now() }
    await kitchen.clock.advance(10 * MINUTE_MS)
    expect(kitchen.jobs).toEqual([])
    expect(kitchen.notes).toEqual([LANGUAGES['pt-BR'].failure['printer-not-named']])
    // A requested print uses the default printer.
    expect(await kitchen.print('order-1')).toMatchObject({ ok: true })
    kitchen.board.paper = { ...kitchen.board.paper, printer: 'p1' }
    await kitchen.show([at('1', 0), at('2', 0)])
    await kitchen.clock.advance(2 * MINUTE_MS)
    expect(kitchen.jobs.slice(1).every(({ printer }) => printer === 'p1')).toBe(true)
    expect(kitchen.ids()).toContain('2')
    kitchen.stop()
  })

  it('repeats a failed print once, as a reprint, because the paper may have come out, and then asks a person', async () => {
    const kitchen = service({ paper: { printsNew: true, printer: 'p0' } })
    kitchen.fail()
    kitchen.start()
    await kitchen.show([at('1', 0)])
    expect(kitchen.notes).toEqual([])
    await kitchen.clock.advance(60 * MINUTE_MS)
    expect(kitchen.jobs.map(({ html }) => html.includes('REIMPRESSÃO'))).toEqual([false, true])
    expect(kitchen.notes).toEqual([expect.stringContaining('Pedido 1: a impressora relatou falha duas vezes')])
    kitchen.mend()
    await kitchen.clock.advance(5 * MINUTE_MS)
    expect(kitchen.jobs).toHaveLength(2)
    // Of another order nothing is known yet.
    await kitchen.show([at('1', 0), at('2', 0)])
    expect(kitchen.ids()).toEqual(['1', '1', '2'])
    expect(await kitchen.print('order-1')).toMatchObject({ ok: true })
    expect(kitchen.jobs.at(-1)?.html).toContain('REIMPRESSÃO')
    kitchen.stop()
  })

  it('repeats nothing after a restart that was repeated before it, and marks a print that failed before it', async () => {
    const first = service({ paper: { printsNew: true, printer: 'p0' } })
    first.fail()
    first.start()
    await first.show([at('1', 0)])
    first.stop()
    const second = service({ paper: { printsNew: true, printer: 'p0' } })
    second.timeline.push(...first.timeline)
    second.fail()
    second.start()
    await second.show([at('1', 0)])
    await second.clock.advance(60 * MINUTE_MS)
    expect(second.jobs.map(({ html }) => html.includes('REIMPRESSÃO'))).toEqual([true])
    second.stop()
    const third = service({ paper: { printsNew: true, printer: 'p0' } })
    third.timeline.push(...second.timeline)
    third.start()
    await third.show([at('1', 0)])
    await third.clock.advance(60 * MINUTE_MS)
    expect(third.jobs).toEqual([])
    third.stop()
  })

  it('repeats a failed print of an outage once, without the orders that were printed', async () => {
    const kitchen = service({ paper: { printsWhenOfflineMinutes: 5, printer: 'p0' } })
    kitchen.start()
    await kitchen.show([at('1', 10), at('2', 5)])
    kitchen.board.freshness = { state: 'offline', checkedAt: kitchen.clock.now() }
    kitchen.failAfter(1)
    await kitchen.clock.advance(60 * MINUTE_MS)
    expect(kitchen.ids()).toEqual(['1', '2', '2'])
    expect(kitchen.notes).toHaveLength(1)
    kitchen.stop()
  })

  it.each([false, true])(
    'prints one stop for a cancelled order that may be on paper; a failing printer: %s',
    async (fails) => {
      const kitchen = service({ paper: { printsNew: true, printer: 'p0' } })
      kitchen.start()
      if (fails) kitchen.fail()
      await kitchen.show([at('1', 0), at('2', 0, { reading: 'loading' })])
      kitchen.mend()
      await kitchen.clock.advance(2 * MINUTE_MS)
      const before = kitchen.jobs.length
      const cancelled = { at: kitchen.clock.now(), acknowledged: false }
      const stopped = (displayId: string) => at(displayId, 0, { status: 'CANCELLED', cancelled })
      await kitchen.show([stopped('1'), stopped('2')])
      await kitchen.show([
        at('1', 0, { status: 'CANCELLED', lane: 'done', cancelled: { ...cancelled, acknowledged: true } }),
      ])
      await kitchen.clock.advance(60 * MINUTE_MS)
      const stops = kitchen.jobs.slice(before).map(({ html }) => html)
      expect(stops).toHaveLength(1)
      expect(stops[0]).toContain('NÃO PREPARAR')
      expect(stops[0]).not.toContain('REIMPRESSÃO')
      expect(kitchen.timeline.filter(({ kind }) => kind === 'stop-printed')).toHaveLength(1)
      kitchen.stop()
      const restarted = service({ paper: { printsNew: true, printer: 'p0' } })
      restarted.timeline.push(...kitchen.timeline)
      restarted.start()
      await restarted.show([stopped('1')])
      expect(restarted.jobs).toEqual([])
      restarted.stop()
    },
  )

  it('repeats a stop that failed once, and then asks a person', async () => {
    const kitchen = service({ paper: { printsNew: true, printer: 'p0' } })
    kitchen.start()
    await kitchen.show([at('1', 0)])
    await kitchen.clock.advance(MINUTE_MS)
    kitchen.fail()
    await kitchen.show([at('1', 0, { cancelled: { at: kitchen.clock.now(), acknowledged: false } })])
    await kitchen.clock.advance(60 * MINUTE_MS)
    expect(kitchen.jobs).toHaveLength(3)
    expect(kitchen.jobs.map(({ html }) => html.includes('REIMPRESSÃO'))).toEqual([false, false, true])
    expect(kitchen.notes).toHaveLength(1)
    kitchen.stop()
  })

  it('prints no stop while automatic printing is off, nor for an order that was cancelled long before it', async () => {
    const kitchen = service({ paper: { printer: 'p0' } })
    kitchen.start()
    kitchen.board.tickets = [at('1', 60)]
    await kitchen.print('order-1')
    const cancelled = { at: kitchen.clock.now() - 40 * MINUTE_MS, acknowledged: false }
    await kitchen.show([at('1', 60, { cancelled })])
    kitchen.board.paper = { ...kitchen.board.paper, printsNew: true }
    await kitchen.show([at('1', 60, { cancelled })])
    expect(kitchen.jobs).toHaveLength(1)
    kitchen.stop()
  })

  it('prints everything once when the platform was not reached for the chosen time', async () => {
    const kitchen = service({ paper: { printsWhenOfflineMinutes: 5, printer: 'p0' } })
    kitchen.start()
    await kitchen.show([at('1', 10), at('2', 5)])
    kitchen.board.freshness = { state: 'offline', checkedAt: kitchen.clock.now() }
    await kitchen.clock.advance(4 * MINUTE_MS)
    expect(kitchen.jobs).toHaveLength(0)
    await kitchen.clock.advance(30 * MINUTE_MS)
    expect(kitchen.ids()).toEqual(['1', '2'])
    expect(kitchen.jobs[0]?.html).toContain('Sem atualização desde')
    // One poll succeeds, and none in the next seven minutes.
    kitchen.board.freshness = { state: 'fresh', checkedAt: kitchen.clock.now() }
    await kitchen.clock.advance(MINUTE_MS)
    await kitchen.clock.advance(6 * MINUTE_MS)
    expect(kitchen.jobs).toHaveLength(4)
    kitchen.stop()
  })

  it.each([2 * 60 * MINUTE_MS, -2 * 60 * MINUTE_MS])(
    'prints orders that are new although the clock was %i ms ahead at the start, and no older ones',
    async (ms) => {
      const kitchen = service({ paper: { printsNew: true, printer: 'p0' } })
      kitchen.setAhead(ms)
      kitchen.start()
      kitchen.setAhead(0)
      await kitchen.show([at('1', 0), at('2', 29), at('3', 31)])
      expect(kitchen.ids().toSorted()).toEqual(['1', '2'])
      kitchen.stop()
    },
  )
})

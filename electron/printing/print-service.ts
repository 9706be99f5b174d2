import type { BoardDelta, BoardSnapshot, CallResult } from '../../shared/contract/contract.ts'
import type { PrinterFacts } from '../../shared/contract/paper.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Paper } from '../../shared/contract/values.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { printDocument } from './print-document.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const CHECK_EVERY_MS = 15 * SECOND_MS
/** Orders that were received at most this long before a start count as new to the printer. */
const NEW_AT_START_MS = 30 * MINUTE_MS
/** Pause between a failed automatic print and the next attempt. */
const RETRY_AFTER_MS = MINUTE_MS

type AutomaticPrintingParts = {
  readonly snapshot: () => BoardSnapshot
  readonly settings: () => Settings
  readonly onDelta: (listener: (delta: BoardDelta) => void) => () => void
  readonly marks: Pick<PrintMarks, 'wasPrinted' | 'wasPrintedSince'>
  /** Shows staff why an automatic print failed. */
  readonly notify: (words: { readonly title: string; readonly body: string }) => void
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly log: Log
}

const oldestFirst = (tickets: readonly Ticket[]): readonly Ticket[] =>
  tickets.toSorted((a, b) => a.createdAt - b.createdAt)

/** Prints new orders when they arrive, and all open ones when the board has been out of date for a while. */
function createAutomaticPrinting(
  parts: AutomaticPrintingParts & {
    readonly print: (tickets: readonly Ticket[]) => Promise<CallResult<{ printed: number }>>
  },
) {
  const { snapshot, settings: settingsNow, onDelta, marks, notify, clock, log, print } = parts
  let cancelCheck = (): void => undefined
  let cancelFeed = (): void => undefined
  /**
   * Orders that were received earlier are not printed. In monotonic ms: the platform's clock is not known at the start, and
   * with a time of a wrong clock no order would be printed.
   */
  let printsNewSince: number | undefined
  const underWay = new Set<string>()
  let isStalePrinted = false
  let isFailureReported = false
  let notBefore = Number.NEGATIVE_INFINITY
  const isPaused = (): boolean => clock.monotonic() < notBefore

  /** Prints to the named printer. Announces the first of several failures, and pauses after each. False: a failure. */
  const printReported = async (tickets: readonly Ticket[]): Promise<boolean> => {
    // Without a name and without a default printer Electron takes the first one
    // (shell/browser/printing/printing_utils.cc), which may be "Print to PDF": its dialog would cover the board.
    const isNamed = settingsNow().paper.printer !== ''
    const outcome = isNamed
      ? await print(tickets).catch((error: unknown) => {
          // The printer's driver or the ledger threw. This is handled like a refusal of the printer.
          log.error('print-threw', { error: messageOf(error) })
          return fail('printer-failed', messageOf(error))
        })
      : fail('printer-not-named', 'Nothing is printed automatically to a printer without a name')
    if (outcome.ok) {
      isFailureReported = false
      return true
    }
    notBefore = clock.monotonic() + RETRY_AFTER_MS
    if (!isFailureReported) {
      const { paper, failure } = LANGUAGES[settingsNow().locale]
      notify({ title: paper.title, body: failure[outcome.code] })
    }
    isFailureReported = true
    return false
  }

  /** Not on paper yet, or changed since: the paper would be wrong. */
  const isUnprinted = ({ orderId, changes }: Ticket): boolean =>
    !marks.wasPrinted(orderId) || (changes !== undefined && !marks.wasPrintedSince(orderId, changes.at))

  const printNewOrders = (): void => {
    const { settings, tickets, clock: reading } = snapshot()
    if (!settings.paper.printsNew) {
      printsNewSince = undefined
      return
    }
    printsNewSince ??= clock.monotonic()
    const since = reading.platformNow - (clock.monotonic() - printsNewSince)
    if (isPaused()) return
    const fresh = tickets.filter(
      (ticket) =>
        ticket.reading === 'read' &&
        !ticket.cancelled &&
        isOpen(ticket) &&
        ticket.createdAt >= since &&
        isUnprinted(ticket),
    )
    for (const ticket of fresh) {
      if (underWay.has(ticket.orderId)) continue
      underWay.add(ticket.orderId)
      watchPromise(
        printReported([ticket]).finally(() => underWay.delete(ticket.orderId)),
        log,
        'print-threw',
      )
    }
  }

  const printWhenStale = (): void => {
    const { settings, freshness, tickets, clock: reading } = snapshot()
    const { printsWhenOfflineMinutes: minutes } = settings.paper
    const { checkedAt } = freshness
    const isStale = minutes > 0 && checkedAt !== undefined && reading.platformNow - checkedAt >= minutes * MINUTE_MS
    if (!isStale) {
      isStalePrinted = false
      return
    }
    const open = tickets.filter(isOpen)
    if (isStalePrinted || open.length === 0 || isPaused()) return
    isStalePrinted = true
    const printed = printReported(oldestFirst(open)).then((isDone) => {
      if (!isDone) isStalePrinted = false
    })
    watchPromise(printed, log, 'print-threw')
  }

  const checkPeriodically = (): void => {
    printNewOrders()
    printWhenStale()
    cancelCheck = clock.setTimer(CHECK_EVERY_MS, checkPeriodically)
  }

  return {
    start() {
      cancelFeed = onDelta(({ changed, settings }) => {
        if (changed.length > 0 || settings !== undefined) printNewOrders()
      })
      // Orders that were received while the program was not running also count as new.
      if (settingsNow().paper.printsNew) printsNewSince = clock.monotonic() - NEW_AT_START_MS
      checkPeriodically()
    },
    stop() {
      cancelFeed()
      cancelCheck()
    },
  }
}

/** Which orders were printed. Stored in their timelines, so that reprints are marked as reprints also after a restart. */
export type PrintMarks = ReturnType<typeof createPrintMarks>

export function createPrintMarks(
  ledger: Pick<Ledger, 'addTimeline' | 'countOf'>,
  clock: Pick<Clock, 'platform'>,
  log: Log,
) {
  // Also in memory: when the disk refuses writes, an order must not be printed automatically again and again.
  const printed = new Map<string, number>()
  const wasPrinted = (orderId: string): boolean => printed.has(orderId) || ledger.countOf(orderId, 'printed') > 0
  return {
    wasPrinted,
    /** Whether it was printed at this time or later, platform ms. */
    wasPrintedSince: (orderId: string, at: number): boolean =>
      (printed.get(orderId) ?? Number.NEGATIVE_INFINITY) >= at ||
      ['printed', 'reprinted'].some((kind) => ledger.countOf(orderId, kind, at) > 0),
    recordPrinted(orderId: string): void {
      try {
        const kind = wasPrinted(orderId) ? 'reprinted' : 'printed'
        printed.set(orderId, clock.platform())
        ledger.addTimeline({ orderId, at: clock.platform(), kind })
      } catch (error) {
        // The ticket is printed, so a failed write must not be reported as a failed print.
        log.error('print-not-recorded', { orderId, error: messageOf(error) })
      }
    },
  }
}

type PrintServiceParts = AutomaticPrintingParts & {
  readonly printer: PrinterPort
  readonly marks: PrintMarks
}

export type PrintService = ReturnType<typeof createPrintService>

/**
 * Prints orders: on request, automatically when they arrive, or all open ones when the board has been out of date for a
 * while.
 */
export function createPrintService(parts: PrintServiceParts) {
  const { printer, snapshot, marks, log } = parts
  /** One job after the other: a roll printer accepts one at a time. */
  const enqueue = createSerialQueue()
  const printTickets = async (tickets: readonly Ticket[]): Promise<CallResult<{ printed: number }>> => {
    if ((await printer.list()).length === 0) return fail('no-printer', 'The system knows no printer')
    const { settings, freshness, clock: reading } = snapshot()
    const { paper, printer: name } = settings.paper
    const isOld = freshness.state !== 'fresh' && freshness.state !== 'setup'
    const staleSince = isOld ? freshness.checkedAt : undefined
    // A sheet holds several tickets; a roll is cut after each.
    const jobs = paper === 'a4' ? [tickets] : tickets.map((ticket) => [ticket])
    let printed = 0
    for (const job of jobs) {
      const html = printDocument({
        tickets: job.map((ticket) => ({ ticket, isReprint: marks.wasPrinted(ticket.orderId) })),
        board: snapshot().tickets,
        paper,
        settings,
        printedAt: reading.platformNow,
        staleSince,
      })
      if ((await printer.print({ html, paper, printer: name })) === 'failed') {
        log.warn('print-failed', { count: tickets.length - printed })
        return fail('printer-failed', `${printed} of ${tickets.length} tickets were printed`)
      }
      for (const { orderId } of job) marks.recordPrinted(orderId)
      printed += job.length
    }
    return ok({ printed })
  }

  const automatic = createAutomaticPrinting({ ...parts, print: (tickets) => enqueue(() => printTickets(tickets)) })

  return {
    printers: async (): Promise<CallResult<PrinterFacts[]>> => ok([...(await printer.list())]),
    /** Prints one ticket; without an id every open ticket, the oldest first. Needs no network. */
    print: (orderId?: string): Promise<CallResult<{ printed: number }>> =>
      enqueue(async () => {
        const { tickets } = snapshot()
        const chosen =
          orderId === undefined
            ? oldestFirst(tickets.filter(isOpen))
            : tickets.filter((ticket) => ticket.orderId === orderId)
        if (chosen.length > 0) return printTickets(chosen)
        return orderId === undefined
          ? fail('nothing-to-print', 'No order is open')
          : fail('unknown-order', 'No such order on the board')
      }),
    /** Starts automatic printing by the settings. */
    start: automatic.start,
    stop: automatic.stop,
  }
}

/** One document for one printer. An empty name means the system's default printer. */
export type PrintJob = { readonly html: string; readonly paper: Paper; readonly printer: string }

export type PrintOutcome = 'printed' | 'failed'

/** The system's printers. The app implements it with Electron, tests with a fake. Neither call ever rejects. */
export type PrinterPort = {
  list(): Promise<readonly PrinterFacts[]>
  print(job: PrintJob): Promise<PrintOutcome>
}

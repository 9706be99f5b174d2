import type { BoardDelta, BoardSnapshot, CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { PrinterFacts } from '../../shared/contract/paper.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Paper } from '../../shared/contract/values.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { fillTemplate } from '../../shared/text/words-of.ts'
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

/** Automatic prints of one paper: a printer that reports a failure may have printed it, so a person decides about a third. */
const MAX_ATTEMPTS = 2

type AutomaticPrintingParts = {
  readonly snapshot: () => BoardSnapshot
  readonly settings: () => Settings
  readonly onDelta: (listener: (delta: BoardDelta) => void) => () => void
  readonly marks: PrintMarks
  /** Shows staff why an automatic print failed. */
  readonly notify: (words: { readonly title: string; readonly body: string }) => void
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly log: Log
}

const oldestFirst = (tickets: readonly Ticket[]): readonly Ticket[] =>
  tickets.toSorted((a, b) => a.createdAt - b.createdAt)

/** Since when its present content is to be on paper, platform ms. */
const contentAt = ({ cancelled, changes }: Ticket): number => cancelled?.at ?? changes?.at ?? Number.NEGATIVE_INFINITY

/** The instant since which a setting is on, in monotonic ms: the platform's clock is not known at the start. */
function createSince(clock: Pick<Clock, 'monotonic'>) {
  let since: number | undefined
  return {
    begin(at: number): void {
      since = at
    },
    /** In platform ms; `undefined` while it is off. */
    at(isOn: boolean, platformNow: number): number | undefined {
      since = isOn ? (since ?? clock.monotonic()) : undefined
      return since === undefined ? undefined : platformNow - (clock.monotonic() - since)
    },
  }
}

type Print = (tickets: readonly Ticket[]) => Promise<CallResult<{ printed: number }>>

/** Prints to the named printer, and tells staff what failed. */
function createReportedPrinting(parts: AutomaticPrintingParts & { readonly print: Print }) {
  const { settings: settingsNow, marks, notify, clock, log, print } = parts
  let isFailureReported = false
  let notBefore = Number.NEGATIVE_INFINITY

  const report = (body: string): void => notify({ title: LANGUAGES[settingsNow().locale].paper.title, body })

  /** Asks about the papers that were tried often enough; of other failures only the first is announced. */
  const reportFailure = (tickets: readonly Ticket[], code: FailureCode): void => {
    const { paper, failure } = LANGUAGES[settingsNow().locale]
    const doubtful = tickets.filter((ticket) => marks.attemptsSince(ticket.orderId, contentAt(ticket)) >= MAX_ATTEMPTS)
    if (code === 'printer-failed') {
      for (const { displayId } of doubtful) report(fillTemplate(paper.checkPaper, { displayId }))
      return
    }
    if (!isFailureReported) report(failure[code])
    isFailureReported = true
  }

  return {
    isPaused: (): boolean => clock.monotonic() < notBefore,
    /** Pauses after a failure. */
    async print(tickets: readonly Ticket[]): Promise<void> {
      // Without a name and without a default printer Electron takes the first one
      // (shell/browser/printing/printing_utils.cc), which may be "Print to PDF": its dialog would cover the board.
      const isNamed = settingsNow().paper.printer !== ''
      const outcome = isNamed
        ? await print(tickets).catch((error: unknown) => {
            log.error('print-threw', { error: messageOf(error) })
            return fail('printer-failed', messageOf(error))
          })
        : fail('printer-not-named', 'Nothing is printed automatically to a printer without a name')
      if (outcome.ok) {
        isFailureReported = false
        return
      }
      notBefore = clock.monotonic() + RETRY_AFTER_MS
      reportFailure(tickets, outcome.code)
    },
  }
}

/**
 * Prints new orders when they arrive, and all open ones when the board has been out of date for a while. The life of a
 * paper, whose marks are in the order's timeline:
 *
 *     to print ──the printer has a name──▶ printing ──▶ printed ──the order changes, or stops──▶ to print
 *       ▲  └──no name──▶ staff are told       └──failed──▶ no paper is begun for a minute
 *       └──────── after the first failure ───────────────────┤
 */
function createAutomaticPrinting(parts: AutomaticPrintingParts & { readonly print: Print }) {
  const { snapshot, settings: settingsNow, onDelta, marks, clock, log } = parts
  const reported = createReportedPrinting(parts)
  let cancelCheck = (): void => undefined
  let cancelFeed = (): void => undefined
  const newSince = createSince(clock)
  const stopsSince = createSince(clock)
  const underWay = new Set<string>()
  /** Orders of this outage that are still to be printed. */
  let stale: ReadonlySet<string> | undefined
  let isStaleUnderWay = false

  const isToBeTried = (ticket: Ticket, since = contentAt(ticket)): boolean =>
    marks.attemptsSince(ticket.orderId, since) < MAX_ATTEMPTS

  /** Not on paper yet, or changed since: the paper would be wrong. */
  const isUnprinted = (ticket: Ticket): boolean =>
    isToBeTried(ticket) &&
    (!marks.wasPrinted(ticket.orderId) ||
      (ticket.changes !== undefined && !marks.wasPrintedSince(ticket.orderId, ticket.changes.at)))

  const isNewOrder = (ticket: Ticket, since: number | undefined): boolean =>
    since !== undefined &&
    ticket.reading === 'read' &&
    !ticket.cancelled &&
    isOpen(ticket) &&
    ticket.createdAt >= since &&
    isUnprinted(ticket)

  /** A cancelled order whose paper hangs in the kitchen. */
  const isStopOwed = (ticket: Ticket, since: number | undefined): boolean =>
    since !== undefined &&
    ticket.cancelled !== undefined &&
    ticket.cancelled.at >= since &&
    marks.mayBeOnPaper(ticket.orderId) &&
    !marks.wasStopPrinted(ticket.orderId, ticket.cancelled.at) &&
    isToBeTried(ticket)

  const printOrders = (): void => {
    const { settings, tickets, clock: reading } = snapshot()
    const { printsNew, printsWhenOfflineMinutes } = settings.paper
    const ordersSince = newSince.at(printsNew, reading.platformNow)
    const stopSince = stopsSince.at(printsNew || printsWhenOfflineMinutes > 0, reading.platformNow)
    if (reported.isPaused()) return
    for (const ticket of tickets.filter((one) => isNewOrder(one, ordersSince) || isStopOwed(one, stopSince))) {
      if (underWay.has(ticket.orderId)) continue
      underWay.add(ticket.orderId)
      const printed = reported.print([ticket]).finally(() => underWay.delete(ticket.orderId))
      watchPromise(printed, log, 'print-threw')
    }
  }

  const printWhenStale = (): void => {
    const { settings, freshness, tickets, clock: reading } = snapshot()
    const { printsWhenOfflineMinutes: minutes } = settings.paper
    const { checkedAt } = freshness
    const isStale = minutes > 0 && checkedAt !== undefined && reading.platformNow - checkedAt >= minutes * MINUTE_MS
    if (!isStale) {
      stale = undefined
      return
    }
    if (isStaleUnderWay || reported.isPaused()) return
    const open = tickets.filter(isOpen)
    if (stale === undefined && open.length > 0) stale = new Set(open.map(({ orderId }) => orderId))
    const begunAt = clock.monotonic()
    const due = open.filter((ticket) => stale?.has(ticket.orderId) && isToBeTried(ticket, checkedAt))
    if (due.length === 0) return
    isStaleUnderWay = true
    const printed = reported.print(oldestFirst(due)).finally(() => {
      isStaleUnderWay = false
      if (stale !== undefined) stale = new Set([...stale].filter((orderId) => !marks.wasPrintedInRun(orderId, begunAt)))
    })
    watchPromise(printed, log, 'print-threw')
  }

  const checkPeriodically = (): void => {
    printOrders()
    printWhenStale()
    cancelCheck = clock.setTimer(CHECK_EVERY_MS, checkPeriodically)
  }

  return {
    start() {
      cancelFeed = onDelta(({ changed, settings }) => {
        if (changed.length > 0 || settings !== undefined) printOrders()
      })
      // Orders that were received while the program was not running also count as new.
      const newAtStart = clock.monotonic() - NEW_AT_START_MS
      if (settingsNow().paper.printsNew) newSince.begin(newAtStart)
      stopsSince.begin(newAtStart)
      checkPeriodically()
    },
    stop() {
      cancelFeed()
      cancelCheck()
    },
  }
}

/** What was printed, and what may have been: kinds of entries in the timeline of an order. */
type PrintKind = 'printed' | 'reprinted' | 'print-failed' | 'stop-printed'

/**
 * Which orders were printed. Stored in their timelines, so that reprints are marked as reprints, and nothing is tried again and
 * again, also after a restart.
 */
export type PrintMarks = {
  readonly wasPrinted: (orderId: string) => boolean
  /** Printed, or sent to a printer that reported a failure. */
  readonly mayBeOnPaper: (orderId: string) => boolean
  /** Whether it was printed at this time or later, platform ms. */
  readonly wasPrintedSince: (orderId: string, at: number) => boolean
  /** The same for this run of the program, monotonic ms. */
  readonly wasPrintedInRun: (orderId: string, at: number) => boolean
  readonly wasStopPrinted: (orderId: string, at: number) => boolean
  /** Prints at this time or later, platform ms, of which the printer reported a failure. */
  readonly attemptsSince: (orderId: string, at: number) => number
  readonly recordPrinted: (ticket: Pick<Ticket, 'orderId' | 'cancelled'>) => void
  /** Staff know of the failure of a print that they asked for, so it is not stored. */
  readonly recordFailed: (orderId: string, isAutomatic: boolean) => void
}

export function createPrintMarks(
  ledger: Pick<Ledger, 'addTimeline' | 'countOf'>,
  clock: Pick<Clock, 'platform' | 'monotonic'>,
  log: Log,
): PrintMarks {
  // Also in memory: when the disk refuses writes, an order must not be printed automatically again and again.
  const inRun: { readonly orderId: string; readonly kind: PrintKind; readonly at: number; readonly runAt: number }[] =
    []
  const inMemory = (orderId: string, kind: PrintKind, at: number): number =>
    inRun.filter((one) => one.orderId === orderId && one.kind === kind && one.at >= at).length
  const count = (orderId: string, kind: PrintKind, at = Number.NEGATIVE_INFINITY): number =>
    Math.max(inMemory(orderId, kind, at), ledger.countOf(orderId, kind, at))
  const wasPrinted = (orderId: string): boolean => count(orderId, 'printed') > 0
  const remember = (orderId: string, kind: PrintKind): void => {
    inRun.push({ orderId, kind, at: clock.platform(), runAt: clock.monotonic() })
    if (inRun.length > MAX_IN_RUN) inRun.shift()
  }
  const record = (orderId: string, kind: PrintKind): void => {
    remember(orderId, kind)
    try {
      ledger.addTimeline({ orderId, at: clock.platform(), kind })
    } catch (error) {
      // The ticket is printed, so a failed write must not be reported as a failed print.
      log.error('print-not-recorded', { orderId, error: messageOf(error) })
    }
  }
  return {
    wasPrinted,
    mayBeOnPaper: (orderId) => wasPrinted(orderId) || count(orderId, 'print-failed') > 0,
    wasPrintedSince: (orderId, at) => count(orderId, 'printed', at) + count(orderId, 'reprinted', at) > 0,
    wasPrintedInRun: (orderId, at) =>
      inRun.some((one) => one.orderId === orderId && one.kind !== 'print-failed' && one.runAt >= at),
    wasStopPrinted: (orderId, at) => count(orderId, 'stop-printed', at) > 0,
    attemptsSince: (orderId, at) => count(orderId, 'print-failed', at),
    recordPrinted({ orderId, cancelled }) {
      record(orderId, wasPrinted(orderId) ? 'reprinted' : 'printed')
      if (cancelled) record(orderId, 'stop-printed')
    },
    recordFailed: (orderId, isAutomatic) => (isAutomatic ? record : remember)(orderId, 'print-failed'),
  }
}

/** Entries of this run that are kept in memory. */
const MAX_IN_RUN = 5_000

/** A driver that throws is handled like a refusal of the printer. */
const printJob = (printer: PrinterPort, job: PrintJob, log: Log): Promise<PrintOutcome> =>
  printer.print(job).catch((error: unknown) => {
    log.error('print-threw', { error: messageOf(error) })
    return 'failed'
  })

type PrintServiceParts = AutomaticPrintingParts & {
  readonly printer: PrinterPort
  readonly marks: PrintMarks
}

export interface PrintService {
  printers(): Promise<CallResult<PrinterFacts[]>>
  /** Prints one ticket; without an id every open ticket, the oldest first. Needs no network. */
  print(orderId?: string): Promise<CallResult<{ printed: number }>>
  /** Starts automatic printing by the settings. */
  start(): void
  stop(): void
}

/**
 * Prints orders: on request, automatically when they arrive, or all open ones when the board has been out of date for a
 * while.
 */
export function createPrintService(parts: PrintServiceParts): PrintService {
  const { printer, snapshot, marks, log } = parts
  /** One job after the other: a roll printer accepts one at a time. */
  const enqueue = createSerialQueue()
  /** The first paper that says stop is none, although the order itself was printed before. */
  const isReprint = (ticket: Ticket): boolean =>
    ticket.cancelled === undefined
      ? marks.mayBeOnPaper(ticket.orderId)
      : marks.wasStopPrinted(ticket.orderId, ticket.cancelled.at) ||
        marks.attemptsSince(ticket.orderId, ticket.cancelled.at) > 0

  const printTickets = async (
    tickets: readonly Ticket[],
    isAutomatic: boolean,
  ): Promise<CallResult<{ printed: number }>> => {
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
        tickets: job.map((ticket) => ({ ticket, isReprint: isReprint(ticket) })),
        board: snapshot().tickets,
        paper,
        settings,
        printedAt: reading.platformNow,
        staleSince,
      })
      if ((await printJob(printer, { html, paper, printer: name }, log)) === 'failed') {
        // The paper may have come out.
        for (const { orderId } of job) marks.recordFailed(orderId, isAutomatic)
        log.warn('print-failed', { count: tickets.length - printed })
        return fail('printer-failed', `${printed} of ${tickets.length} tickets were printed`)
      }
      for (const ticket of job) marks.recordPrinted(ticket)
      printed += job.length
    }
    return ok({ printed })
  }

  const automatic = createAutomaticPrinting({
    ...parts,
    print: (tickets) => enqueue(() => printTickets(tickets, true)),
  })

  return {
    printers: async () => ok([...(await printer.list())]),
    print: (orderId?) =>
      enqueue(async () => {
        const { tickets } = snapshot()
        const chosen =
          orderId === undefined
            ? oldestFirst(tickets.filter(isOpen))
            : tickets.filter((ticket) => ticket.orderId === orderId)
        if (chosen.length > 0) return printTickets(chosen, false)
        return orderId === undefined
          ? fail('nothing-to-print', 'No order is open')
          : fail('unknown-order', 'No such order on the board')
      }),
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

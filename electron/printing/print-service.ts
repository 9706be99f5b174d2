import type { CallResult } from '../../shared/contract/contract.ts'
import type { PrinterFacts } from '../../shared/contract/paper.ts'
import type { Paper } from '../../shared/contract/values.ts'
import { fail, ok } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import {
  type AutomaticPrintingParts,
  createAutomaticPrinting,
  oldestFirst,
  type PrintMarks,
} from './automatic-printing.ts'
import { printDocument } from './print-document.ts'

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

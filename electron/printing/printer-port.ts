import type { PrinterFacts } from '../../shared/paper.ts'
import type { Paper } from '../../shared/paper-sizes.ts'

/** One document for one printer. An empty name means the system's default printer. */
export type PrintJob = { readonly html: string; readonly paper: Paper; readonly printer: string }

export type PrintOutcome = 'printed' | 'failed'

/** The system's printers. The app implements it with Electron, tests with a fake. Neither call ever rejects. */
export type PrinterPort = {
  list(): Promise<readonly PrinterFacts[]>
  print(job: PrintJob): Promise<PrintOutcome>
}

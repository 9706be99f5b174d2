import { z } from 'zod'
import { PAPERS } from './values.ts'

export const paperSettingsSchema = z.object({
  /** Name of a printer as the system gives it; empty: the system's default. */
  printer: z.string().max(500),
  paper: z.enum(PAPERS),
  /** Prints each order once, as soon as it can be read. */
  printsNew: z.boolean(),
  /** Minutes without a successful poll after which all open tickets are printed once; 0: never. */
  printsWhenOfflineMinutes: z.number().int().min(0).max(240),
})
export type PaperSettings = z.infer<typeof paperSettingsSchema>

export const DEFAULT_PAPER: PaperSettings = {
  printer: '',
  paper: '80mm',
  printsNew: false,
  printsWhenOfflineMinutes: 0,
}

/** A printer that the system lists. */
export const printerSchema = z.object({ name: z.string(), label: z.string() })
export type PrinterFacts = z.infer<typeof printerSchema>

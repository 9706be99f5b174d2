import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { PAPERS } from '../../shared/contract/values.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Log } from '../logging/log-port.ts'
import { PRINT_POLICY, printStyle, stylePathOf } from '../printing/print-document.ts'
import type { PrintJob, PrintOutcome } from '../printing/print-service.ts'
import { APP_HOST, APP_SCHEME, type AppAsset } from './app-protocol.ts'
import { plainPagePreferences } from './main-window.ts'

const ORIGIN = `${APP_SCHEME}://${APP_HOST}`
/** Time limit of a print job, so that a driver that does not answer does not block the next job. */
const PATIENCE_MS = 60_000
const MICRONS_PER_INCH = 25_400
const CSS_PX_PER_INCH = 96
/** After its fonts have come: they decide the height. A font that cannot be read is replaced by the system's. */
const PAGE_HEIGHT =
  'Promise.allSettled([...document.fonts].map((font) => font.load())).then(() => document.body.getBoundingClientRect().height)'
const ROLL_MICRONS = { '58mm': 58_000, '80mm': 80_000 } as const
/** Blank paper at the end, to tear the ticket off. Also more than Electron's shortest page, 353 microns. */
const TEAR_MICRONS = 4_000
/** Wider than any paper, so that the page's own millimetres decide. */
const WINDOW_PX = 900

export function printWindowOptions(): BrowserWindowConstructorOptions {
  return {
    title: 'Comanda',
    width: WINDOW_PX,
    height: WINDOW_PX,
    show: false,
    webPreferences: plainPagePreferences(),
  }
}

export interface PrintWindow {
  /** What the program's own scheme answers for pages that are being printed. */
  asset(address: string): AppAsset | undefined
  list(): Promise<
    {
      name: string
      label: string
    }[]
  >
  print(job: PrintJob): Promise<PrintOutcome>
}

/** Prints through a hidden window, one job at a time. */
export function createPrintWindow(log: Log): PrintWindow {
  let page: { readonly address: string; readonly html: string } | undefined
  let count = 0

  const open = (): BrowserWindow => new BrowserWindow(printWindowOptions())

  const printPage = async (window: BrowserWindow, { paper, printer }: PrintJob, address: string): Promise<boolean> => {
    await window.loadURL(address)
    const height = await heightOf(window)
    const pageSize = paper === 'a4' ? ('A4' as const) : rollPage(ROLL_MICRONS[paper], height)
    return new Promise<boolean>((resolve) => {
      window.webContents.print(
        {
          silent: true,
          printBackground: true,
          color: false,
          pageSize,
          margins: { marginType: paper === 'a4' ? 'default' : 'none' },
          ...(printer === '' ? {} : { deviceName: printer }),
        },
        (isPrinted, reason) => {
          if (!isPrinted) log.warn('printer-refused', { problem: reason })
          resolve(isPrinted)
        },
      )
    })
  }

  return {
    asset(address) {
      if (address === page?.address) return { name: 'print.html', body: page.html, policy: PRINT_POLICY }
      const paper = PAPERS.find((one) => address === `${ORIGIN}/${stylePathOf(one)}`)
      return paper && { name: stylePathOf(paper), body: printStyle(paper) }
    },
    async list() {
      const window = BrowserWindow.getAllWindows().find((one) => !one.isDestroyed())
      try {
        const printers = (await window?.webContents.getPrintersAsync()) ?? []
        return printers.map(({ name, displayName }) => ({ name, label: displayName === '' ? name : displayName }))
      } catch {
        log.warn('printers-not-listed')
        return []
      }
    },
    async print(job) {
      count += 1
      const address = `${ORIGIN}/print-${count}.html`
      page = { address, html: job.html }
      const window = open()
      try {
        const isPrinted = await withTimeLimit(printPage(window, job, address), PATIENCE_MS, () => false)
        return isPrinted ? 'printed' : 'failed'
      } catch (error) {
        log.warn('print-threw', { name: error instanceof Error ? error.name : typeof error })
        return 'failed'
      } finally {
        page = undefined
        if (!window.isDestroyed()) window.destroy()
      }
    },
  }
}

/** A page wider than high would be turned and printed across the roll, so a short ticket gets blank paper. */
const rollPage = (width: number, height: number) => ({ width, height: Math.max(width, height) })

/** Length of the ticket, in microns. Measured from outside of the page, whose policy forbids scripts. */
async function heightOf(window: BrowserWindow): Promise<number> {
  const height: unknown = await window.webContents.executeJavaScript(PAGE_HEIGHT)
  const px = typeof height === 'number' && Number.isFinite(height) ? height : 0
  return Math.ceil((px / CSS_PX_PER_INCH) * MICRONS_PER_INCH) + TEAR_MICRONS
}

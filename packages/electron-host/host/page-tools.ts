import type Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import { HostEmitter } from './guard.ts'
import type { PageTarget } from './page-target.ts'
import { type PageToolsSurface, WEB_CONTENTS_EVENTS } from './web-contents-surface.ts'

type PrintCallback = (success: boolean, failureReason: string) => void

/** The names in ELECTRON_HOST_PRINTERS, a JSON array. The first printer gets the jobs without a printer name. */
const systemPrinters = (): readonly string[] => JSON.parse(process.env.ELECTRON_HOST_PRINTERS ?? '[]') as string[]

/** The shortest side of a page that Electron accepts (lib/browser/api/web-contents.ts). */
const MIN_MICRONS = 353
const checkPageSize = (size: Electron.WebContentsPrintOptions['pageSize']): void => {
  if (typeof size !== 'object') return
  if (size.width < MIN_MICRONS || size.height < MIN_MICRONS)
    throw new RangeError('height and width properties must be minimum 352 microns.')
}

/** The members of webContents for painting and printing. */
export abstract class PageTools extends HostEmitter implements PageToolsSurface {
  abstract get page(): Promise<PageTarget>

  constructor() {
    super('webContents', WEB_CONTENTS_EVENTS)
  }

  protected withPageSession(use: (session: CdpSession) => void): void {
    this.page.then(({ session }) => use(session)).catch(() => {})
  }

  /** Chromium paints every change itself. */
  invalidate(): void {}
  // Not applied: DevTools has no command for it.
  setWebRTCIPHandlingPolicy(): void {}
  /** Without a printer name the first printer is used, as in Electron (shell/browser/printing/printing_utils.cc). */
  print(options: Electron.WebContentsPrintOptions = {}, callback?: PrintCallback): void {
    checkPageSize(options.pageSize)
    const { deviceName = '' } = options
    const printers = systemPrinters()
    const device = deviceName === '' ? printers[0] : printers.find((name) => name === deviceName)
    setImmediate(() => {
      if (printers.length === 0) callback?.(false, 'No printers available on the network')
      else if (device === undefined) callback?.(false, 'Invalid deviceName provided')
      else {
        process.stderr.write(`electron-host: print ${JSON.stringify({ ...options, deviceName: device })}\n`)
        callback?.(true, '')
      }
    })
  }
  async getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return systemPrinters().map((name) => ({ name, displayName: name, description: '', options: {} }))
  }
}

import { randomUUID } from 'node:crypto'
import type { CdpConnection, CdpSession } from './cdp.ts'
import { pageWorldSource, preloadWorldSource } from './worlds/sources.ts'

export const PRELOAD_WORLD = 'Electron Isolated Context'
export const BINDING = '__electronHostSend'

export type PageOptions = Readonly<{
  width: number
  height: number
  /** Undefined: Chromium chooses the position. */
  position: Readonly<{ left: number; top: number }> | undefined
  fullscreen: boolean
  preload: string | undefined
  preloadProcess: Readonly<Record<string, unknown>>
  onPreloadUnreadable: (error: Error) => void
}>

export type PageTarget = Readonly<{ targetId: string; session: CdpSession; windowId: Promise<number> }>

const scriptSources = (options: PageOptions): Readonly<{ page: string; preload: string }> => {
  const token = randomUUID()
  const described = { token, process: options.preloadProcess }
  try {
    return { page: pageWorldSource(token), preload: preloadWorldSource(described, options.preload) }
  } catch (error) {
    options.onPreloadUnreadable(error instanceof Error ? error : new Error(String(error)))
    return { page: pageWorldSource(token), preload: preloadWorldSource(described, undefined) }
  }
}

/**
 * Opens an empty window and prepares its worlds, its binding and its DevTools domains. The commands do not wait for
 * each other. The caller navigates.
 */
export const openPage = async (
  connection: CdpConnection,
  options: PageOptions,
  listen: (targetId: string, session: CdpSession) => void,
): Promise<PageTarget> => {
  const { browser } = connection
  const sources = scriptSources(options)
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...options.position,
    ...(options.fullscreen && options.position === undefined
      ? { windowState: 'fullscreen' }
      : { width: options.width, height: options.height }),
  })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  listen(targetId, session)
  const windowId = browser.send('Browser.getWindowForTarget', { targetId }).then(async ({ windowId: id }) => {
    // Chromium makes a window full screen on its current display. So the window is placed first.
    if (options.fullscreen && options.position !== undefined)
      await browser.send('Browser.setWindowBounds', { windowId: id, bounds: { windowState: 'fullscreen' } })
    if (!options.fullscreen)
      await browser.send('Browser.setContentsSize', { windowId: id, width: options.width, height: options.height })
    return id
  })
  windowId.catch(() => {})
  await Promise.all([
    session.send('Page.enable'),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: sources.page }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: sources.preload, worldName: PRELOAD_WORLD }),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ])
  return { targetId, session, windowId }
}

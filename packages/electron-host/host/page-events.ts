import type { CdpSession } from './cdp.ts'
import type { Protocol } from './devtools-types.ts'
import type { FrameTree, WebFrameMain } from './frames.ts'
import { createEvent } from './guard.ts'
import type { Host } from './host.ts'
import { netFailure } from './net-errors.ts'
import type { PageOwner } from './page-owner.ts'
import { BINDING, PRELOAD_WORLD } from './page-target.ts'
import type { WebContents } from './web-contents.ts'
import { createCodec } from './worlds/codec.ts'
import type { MessageFromWindow } from './worlds/preload.ts'

export type WatchedPage = Readonly<{
  host: Host
  contents: WebContents
  frames: FrameTree
  session: CdpSession
  owner: PageOwner
}>

const codec = createCodec()
const ABORTED = -3

/** Emits the events of a webContents from the DevTools events of its page. */
export const watchPage = (watched: WatchedPage): void => {
  watchFrames(watched)
  watchWorlds(watched)
  watchNetwork(watched)
  watchConsole(watched)
  const { contents, session, owner, host } = watched
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
    contents.handleWindowOpen(host.urls.toApp(url), windowName === '_blank' ? '' : windowName, windowFeatures),
  )
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    // A debugger at the remote debugging port can answer the dialog. Without a debugger the page would wait forever.
    if (host.commandLine.switches.has('remote-debugging-port')) return
    process.stderr.write(`electron-host: ${type} dismissed: ${message}\n`)
    session.sendIgnoringErrors('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
  })
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    const frame = watched.frames.byWorld(executionContextId)
    if (name === BINDING && frame !== undefined) receive(watched, frame, JSON.parse(payload) as MessageFromWindow)
  })
  contents.on('destroyed', () => owner.pageDestroyed())
}

const watchFrames = ({ host, contents, frames, session }: WatchedPage): void => {
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => frames.attach(frameId, parentFrameId))
  session.on('Page.frameDetached', ({ frameId, reason }) => {
    if (reason === 'remove') frames.detach(frameId)
  })
  session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    const scheme = url.slice(0, url.indexOf(':'))
    const frame = frames.get(frameId)
    if (frame === undefined || /^(https?|about|data|blob|javascript|file|chrome-error)$/i.test(scheme)) return
    // Chromium can neither load the app's own scheme nor open other programs.
    const allowed = contents.emitNavigationEvents('will-navigate', url, frame)
    if (!allowed || !host.urls.isCustom(scheme.toLowerCase()) || frame !== frames.main) return
    contents.expectNavigation(host.urls.toChromium(url))
    session.sendIgnoringErrors('Page.navigate', { url: host.urls.toChromium(url) })
  })
  session.on('Page.frameStartedLoading', ({ frameId }) => {
    if (frames.get(frameId) === frames.main) contents.setLoading(true)
  })
  session.on('Page.frameNavigated', ({ frame: { id, loaderId, url, urlFragment, parentId, unreachableUrl } }) => {
    const frame = frames.get(id) ?? frames.attach(id, parentId)
    frame.chromiumUrl = (unreachableUrl ?? url) + (unreachableUrl === undefined ? (urlFragment ?? '') : '')
    if (frame === frames.main) contents.markCommitted(loaderId)
    if (unreachableUrl !== undefined) return
    const status = host.documentStatus(frame.chromiumUrl)
    if (frame === frames.main) contents.emit('did-navigate', createEvent({}), frame.url, status.code, status.text)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    const frame = frames.get(frameId)
    if (frame !== undefined) frame.chromiumUrl = url
  })
  session.on('Page.domContentEventFired', () => {
    contents.emit('dom-ready', createEvent({}))
    frames.main.emit('dom-ready')
  })
  session.on('Page.loadEventFired', () => {
    if (frames.main.mainWorld === undefined || contents.isCrashed()) return
    contents.emit('did-finish-load', createEvent({}))
  })
  session.on('Page.frameStoppedLoading', ({ frameId }) => {
    if (frames.get(frameId) === frames.main) contents.setLoading(false)
  })
}

const watchWorlds = ({ frames, session }: WatchedPage): void => {
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const aux = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean }
    const frame = frames.get(aux.frameId)
    if (frame === undefined) return
    if (context.name === PRELOAD_WORLD) frame.preloadWorld = context.id
    else if (aux.isDefault) frame.mainWorld = context.id
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    for (const frame of frames.all()) {
      if (frame.preloadWorld === executionContextId) frame.preloadWorld = undefined
      if (frame.mainWorld === executionContextId) frame.mainWorld = undefined
    }
  })
  session.on('Runtime.executionContextsCleared', () => frames.clearWorlds())
}

const watchNetwork = ({ host, contents, frames, session }: WatchedPage): void => {
  const documents = new Map<string, Readonly<{ url: string; frame: WebFrameMain }>>()
  session.on('Network.requestWillBeSent', ({ requestId, type, frameId, request }) => {
    const frame = frames.get(frameId)
    if (type !== 'Document' || frame === undefined) return
    documents.set(requestId, { url: host.urls.toApp(request.url), frame })
  })
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Document') return
    host.rememberDocumentStatus(response.url, { code: response.status, text: response.statusText })
    documents.delete(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const failed = documents.get(requestId)
    documents.delete(requestId)
    const { code, description } = netFailure(errorText)
    if (failed === undefined || code === ABORTED) return
    contents.reportFailedLoad(code, description, failed.url, failed.frame)
  })
}

const LEVELS: Readonly<Record<string, 'debug' | 'info' | 'warning' | 'error'>> = {
  debug: 'debug',
  verbose: 'debug',
  warning: 'warning',
  error: 'error',
  assert: 'error',
}

const textOf = (arg: Protocol.Runtime.RemoteObject): string =>
  'value' in arg && arg.type !== 'object' ? String(arg.value) : (arg.description ?? String(arg.value ?? arg.type))

const watchConsole = ({ host, contents, frames, session }: WatchedPage): void => {
  const report = (level: string, message: string, lineNumber: number, url: string, contextId?: number) => {
    const frame =
      frames.all().find((one) => one.mainWorld === contextId || one.preloadWorld === contextId) ?? frames.main
    const sourceId = host.urls.toApp(url)
    const number = ['debug', 'info', 'warning', 'error'].indexOf(level)
    const details = createEvent({ message, level, lineNumber, sourceId, frame })
    contents.emit('console-message', details, number, message, lineNumber, sourceId)
    if (process.env.ELECTRON_ENABLE_LOGGING)
      process.stderr.write(`[console:${level}] ${message} (${sourceId}:${lineNumber})\n`)
  }
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace, executionContextId }) => {
    const top = stackTrace?.callFrames[0]
    const line = (top?.lineNumber ?? -1) + 1
    report(LEVELS[type] ?? 'info', args.map(textOf).join(' '), line, top?.url ?? '', executionContextId)
  })
  // The browser's own messages: blocked by policy, failed to load, deprecated.
  session.on('Log.entryAdded', ({ entry }) => {
    const level = LEVELS[entry.level] ?? 'info'
    report(level, entry.text, (entry.lineNumber ?? -1) + 1, entry.url ?? '')
  })
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    const { exception, text, lineNumber, url, executionContextId } = exceptionDetails
    const message = `${text} ${exception?.description ?? exception?.value ?? ''}`.trim()
    report('error', message, lineNumber + 1, url ?? '', executionContextId)
  })
}

const receive = ({ host, contents }: WatchedPage, frame: WebFrameMain, message: MessageFromWindow): void => {
  const answer = (id: number, result: Promise<unknown>): void => {
    result
      .then((value) => contents.post(frame, { kind: 'result', id, ok: true, value: codec.encode(value) }))
      .catch((error: unknown) =>
        contents.post(frame, {
          kind: 'result',
          id,
          ok: false,
          reason: error instanceof Error ? error.message : String(error),
        }),
      )
  }
  switch (message.kind) {
    case 'invoke': {
      const args = codec.decode(message.args) as unknown[]
      answer(message.id, host.ipcMain.dispatchInvoke(contents, frame, message.channel, args))
      return
    }
    case 'send':
      host.ipcMain.dispatchSend(contents, frame, message.channel, codec.decode(message.args) as unknown[])
      return
    case 'permission': {
      const isMainFrame = frame === contents.mainFrame
      const where = { url: frame.url, chromiumUrl: frame.chromiumUrl, isMainFrame }
      const details = codec.decode(message.details) as Record<string, unknown>
      answer(message.id, contents.session.permissions.requestPermission(contents, where, message.permission, details))
      return
    }
    case 'close':
      contents.close()
      return
    case 'preload-error':
      contents.reportPreloadError(Object.assign(new Error(message.message), { stack: message.stack }))
      return
    default:
      message satisfies never
  }
}

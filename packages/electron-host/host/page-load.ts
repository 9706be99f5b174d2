import type { EventEmitter } from 'node:events'

/** The error with which loadURL rejects: `ERR_NAME (code) loading 'url'`. */
export const loadError = (errno: number, code: string, url: string): Error =>
  Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url })

/**
 * `ended` resolves when the main frame has stopped loading, and rejects when its load fails or the page is destroyed.
 * `abort` rejects it: a later load ends this one. Both remove the listeners.
 */
export const pageLoaded = (contents: EventEmitter, url: string): { ended: Promise<void>; abort: () => void } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stopped = (): void => resolve()
  const failed = (_event: unknown, errno: number, code: string, _url: string, isMainFrame: boolean): void => {
    if (isMainFrame) reject(loadError(errno, code, url))
  }
  const destroyed = (): void => reject(loadError(-2, 'ERR_FAILED', url))
  contents.on('did-stop-loading', stopped).on('did-fail-load', failed).on('destroyed', destroyed)
  const forget = (): void => {
    contents.off('did-stop-loading', stopped).off('did-fail-load', failed).off('destroyed', destroyed)
  }
  promise.catch(() => {}).finally(forget)
  return { ended: promise, abort: () => reject(loadError(-3, 'ERR_ABORTED', url)) }
}

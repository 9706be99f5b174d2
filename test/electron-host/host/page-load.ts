import type { EventEmitter } from 'node:events'

/** The error with which loadURL rejects: `ERR_NAME (code) loading 'url'`. */
export const loadError = (errno: number, code: string, url: string): Error =>
  Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url })

/** Resolves when the main frame has stopped loading. Rejects when its load fails or the page is destroyed. */
export const pageLoaded = (contents: EventEmitter, url: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stopped = (): void => resolve()
  const failed = (_event: unknown, errno: number, code: string, _url: string, isMainFrame: boolean): void => {
    if (isMainFrame) reject(loadError(errno, code, url))
  }
  const destroyed = (): void => reject(loadError(-2, 'ERR_FAILED', url))
  contents.on('did-stop-loading', stopped).on('did-fail-load', failed).on('destroyed', destroyed)
  promise
    .catch(() => {})
    .finally(() => contents.off('did-stop-loading', stopped).off('did-fail-load', failed).off('destroyed', destroyed))
  return promise
}

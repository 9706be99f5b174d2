import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'

type Executor = Pick<ElectronHttpExecutor, 'createRequest'>
type Request = { abort(): void; on(event: 'error', listener: () => void): unknown }
type Response = {
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  on(event: 'error' | 'close', listener: () => void): unknown
}

/** The running requests of an executor. */
export type WatchedRequests = {
  /** Called with the bytes of each chunk of a body. */
  onBytes: (bytes: number) => void
  /** Ends them all. */
  abort(): void
}

/**
 * Watches the requests of an executor of electron-updater. It has no time limit of its own under Electron (it waits for the
 * event `socket`, which Electron's requests do not have), no limit of size, and a cancelled download goes on writing.
 */
export function watchRequests(executor: Executor): WatchedRequests {
  const underWay = new Set<Request>()
  const watched: WatchedRequests = {
    onBytes: () => undefined,
    abort() {
      for (const request of underWay) request.abort()
      underWay.clear()
    },
  }
  const create = executor.createRequest.bind(executor)
  executor.createRequest = (options, callback) => {
    const request = create(options, (response: Response) => {
      // A refused answer has no listener; its error would end the program.
      response.on('error', () => undefined)
      response.on('close', () => underWay.delete(request))
      response.on('data', (chunk) => watched.onBytes(chunk.length))
      callback(response)
    })
    underWay.add(request)
    // Not at its own `close`: a request closes as soon as it is sent.
    request.on('error', () => underWay.delete(request))
    return request
  }
  return watched
}

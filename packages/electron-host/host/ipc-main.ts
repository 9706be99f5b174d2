import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { WebFrameMain } from './frames.ts'
import { guardClass } from './guard.ts'
import type { WebContents } from './web-contents.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

const eventFor = (contents: WebContents, frame: WebFrameMain) => ({
  type: 'frame' as const,
  sender: contents,
  senderFrame: frame,
  processId: frame.processId,
  frameId: frame.routingId,
  ports: [],
})

/** ipcMain: handlers for `invoke`, listeners for `send`. */
export class IpcMain extends EventEmitter implements Pick<Electron.IpcMain, 'handle' | 'removeHandler'> {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof listener !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`)
    this.#handlers.set(channel, listener)
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** @internal Runs the handler of an `invoke`. Rejects with the same text as Electron. */
  async dispatchInvoke(contents: WebContents, frame: WebFrameMain, channel: string, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel) ?? contents.ipc.handlerOf(channel)
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return await handler(eventFor(contents, frame) as unknown as Electron.IpcMainInvokeEvent, ...args)
    } catch (error) {
      process.stderr.write(
        `Error occurred in handler for '${channel}': ${error instanceof Error ? error.stack : error}\n`,
      )
      throw new Error(`Error invoking remote method '${channel}': ${error}`)
    }
  }

  /** @internal Emits a `send` on the window's own `ipc` and on `ipcMain`. */
  dispatchSend(contents: WebContents, frame: WebFrameMain, channel: string, args: unknown[]): void {
    const event = eventFor(contents, frame)
    contents.ipc.emit(channel, event, ...args)
    this.emit(channel, event, ...args)
  }

  /** @internal */
  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel)
  }
}
guardClass('ipcMain', IpcMain)

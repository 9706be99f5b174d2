import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from './devtools-types.ts'

type Method = keyof Protocol.CommandParameters & keyof Protocol.CommandReturnValues
type Params<M extends Method> = Protocol.CommandParameters[M]
type Result<M extends Method> = Protocol.CommandReturnValues[M]
type EventName = keyof Protocol.Events

type Message = Readonly<{
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { code: number; message: string }
  sessionId?: string
}>

type PendingCall = Readonly<{ method: string; resolve: (value: unknown) => void; reject: (error: Error) => void }>

/** A DevTools session with one target over the shared pipe. The session without an id is the browser's own. */
export class CdpSession {
  readonly #connection: CdpConnection
  readonly id: string | undefined
  readonly #events = new EventEmitter({ captureRejections: false }).setMaxListeners(0)

  constructor(connection: CdpConnection, id: string | undefined) {
    this.#connection = connection
    this.id = id
  }

  send<M extends Method>(
    method: M,
    ...[params]: Record<string, never> extends Params<M> ? [Params<M>?] : [Params<M>]
  ): Promise<Result<M>> {
    return this.#connection.call(method, params ?? {}, this.id) as Promise<Result<M>>
  }

  /** Sends a command and ignores its result and its error. An error means only that the target is closed. */
  sendIgnoringErrors<M extends Method>(
    method: M,
    ...[params]: Record<string, never> extends Params<M> ? [Params<M>?] : [Params<M>]
  ): void {
    this.#connection.call(method, params ?? {}, this.id).catch(() => {})
  }

  on<E extends EventName>(event: E, listener: (params: Protocol.Events[E]) => void): void {
    this.#events.on(event, listener)
  }

  /** @internal Called by the connection. */
  deliver(method: string, params: unknown): void {
    this.#events.emit(method, params)
  }
}

/** Client of Chromium's `--remote-debugging-pipe`: JSON messages that end with a NUL byte. */
export class CdpConnection {
  readonly #writer: Writable
  readonly #pendingCalls = new Map<number, PendingCall>()
  readonly #sessions = new Map<string | undefined, CdpSession>()
  readonly browser: CdpSession
  readonly closed: Promise<void>
  #lastId = 0
  #open = true

  constructor(writer: Writable, reader: Readable) {
    this.#writer = writer
    this.browser = this.session(undefined)
    writer.on('error', () => {})
    let pending: string[] = []
    reader.setEncoding('utf8')
    reader.on('data', (chunk: string) => {
      let rest = chunk
      for (let end = rest.indexOf('\0'); end >= 0; end = rest.indexOf('\0')) {
        pending.push(rest.slice(0, end))
        try {
          this.#receive(pending.join(''))
        } catch (error) {
          // A listener of the app threw. The error becomes an uncaught exception; the next messages are still
          // delivered.
          setImmediate(() => {
            throw error
          })
        }
        pending = []
        rest = rest.slice(end + 1)
      }
      if (rest !== '') pending.push(rest)
    })
    this.closed = new Promise((resolve) => {
      reader.once('close', () => {
        this.#open = false
        for (const { method, reject } of this.#pendingCalls.values())
          reject(new Error(`${method}: the browser is closed`))
        this.#pendingCalls.clear()
        resolve()
      })
      reader.on('error', () => {})
    })
  }

  session(id: string | undefined): CdpSession {
    const known = this.#sessions.get(id)
    if (known !== undefined) return known
    const session = new CdpSession(this, id)
    this.#sessions.set(id, session)
    return session
  }

  /** Removes a session that has ended. Its later events are dropped. */
  removeSession(id: string): void {
    this.#sessions.delete(id)
  }

  call(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    if (!this.#open) return Promise.reject(new Error(`${method}: the browser is closed`))
    this.#lastId += 1
    const id = this.#lastId
    this.#writer.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    return new Promise((resolve, reject) => this.#pendingCalls.set(id, { method, resolve, reject }))
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message
    if (message.id === undefined) {
      if (message.method !== undefined) this.#sessions.get(message.sessionId)?.deliver(message.method, message.params)
      return
    }
    const waiting = this.#pendingCalls.get(message.id)
    this.#pendingCalls.delete(message.id)
    if (message.error !== undefined) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }
}

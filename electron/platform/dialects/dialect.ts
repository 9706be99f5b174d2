import type { ActRequest, EventReference } from '../answers.ts'
import type { Connection } from '../connection.ts'

/** One call to a platform, below the root of its connection. */
export type Call = {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** Sent as JSON; absent: no body at all, unless there is a form. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

/** One form in which a platform accepts acknowledgments (docs/protocol.md, "Events"). */
export type Acknowledgment<Name extends string = string> = {
  readonly name: Name
  /** Most events in one call. */
  readonly most: number
  body(events: readonly EventReference[]): unknown
}

/**
 * How one kind of platform wants to be called. Pure functions: no clock, network, storage or log. `path`: of an order, below
 * the root.
 */
export type Dialect = {
  token(connection: Connection): Call
  poll(connection: Connection): Call
  /** The forms to try, the usual one first. */
  readonly acknowledgments: readonly [Acknowledgment, ...Acknowledgment[]]
  acknowledge(body: unknown): Call
  read(path: string): Call
  act(path: string, request: ActRequest): Call
  /** Asks whether a code is right. */
  code(path: string, code: string): Call
}

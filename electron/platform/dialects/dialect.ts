import type { CancellationReason } from '../../../shared/contract/cancellation-reasons.ts'
import type { Lesson } from '../../../shared/contract/platforms.ts'
import type { Dialect as DialectSettings } from '../../../shared/contract/settings.ts'
import type { OrderAction } from '../../../shared/order/lifecycle.ts'
import type { Result } from '../../../shared/result.ts'
import type { SignatureRule } from '../../listening/signature.ts'
import type { ActRequest, CodeOf, EventReference, Refused } from '../answers.ts'
import type { ApiRoot, ApiRootFault } from '../api-root.ts'
import type { Connection } from '../connection.ts'
import type { HttpReply } from '../http.ts'

/** One call to a platform, below the root of its connection. */
export type Call = {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; absent: no body at all, unless there is a form. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

export type AcknowledgmentForm = DialectSettings['acknowledgment']

/** One form in which a platform accepts acknowledgments (docs/protocol.md, "Events"). */
export type Acknowledgment = {
  readonly name: AcknowledgmentForm
  /** Most events in one call. */
  readonly most: number
  body(events: readonly EventReference[]): unknown
}

/** A refusal that says more than that the call failed. */
export type RefusalReading =
  /** The answer is the platform's decision; no event may follow. `eventType`: the event that would say the same. */
  | { readonly kind: 'settled'; readonly eventType: string }
  /** The host does not have this step. */
  | { readonly kind: 'unsupported' }
  /** A refusal with another meaning than its status has. */
  | Refused

/** What the answers of the host have shown. */
export type Lessons = {
  has(lesson: Lesson): boolean
  learn(lesson: Lesson | OrderAction): void
}

/** The establishments of a credential, where each poll has to name them. */
export type MerchantCalls = {
  readonly call: Call
  read(reply: HttpReply): readonly string[] | undefined
  /** Names of the establishments in the list. */
  names(reply: HttpReply): readonly string[]
  /** Those that a refused poll names as not authorised. */
  refused(reply: HttpReply): readonly string[]
}

/** How a platform sends events to the receiver (docs/protocol.md, "Webhook"). */
export type DeliveryForm = {
  /** Where it sends them, the path to show first. */
  readonly paths: readonly [string, ...string[]]
  readonly signature: SignatureRule
  /** The answer to a delivery that was taken. */
  readonly takenStatus: 202 | 204
  /** The time in an event is that of its order: it makes no delivery outdated. */
  readonly isTimedByOrder?: true
  /** `toNeutralEvents` needs every member of an event. */
  readonly keepsMembers?: true
}

/**
 * How one kind of platform wants to be called. Pure functions: no clock, network, storage or log. `path`: of an order, below
 * the root.
 */
export type Dialect = {
  /** The root in a pasted address; an empty one is that of the profile. Only a root of v2 has a secret part. */
  readRoot(pasted: string): Result<ApiRoot, ApiRootFault>
  /** The roots that a host may have, of which this address is known. @param isBare it has no path */
  rootsAt(address: string, isBare: boolean): readonly string[]
  /** The platform's gateway refuses in these words any path that it does not know. Absent: it has no words of its own. */
  isOwnRefusal?(reply: HttpReply): boolean
  /** The host may declare what it supports (`fetchDeclaration`). */
  readonly declares?: true
  /** The fewest seconds between two polls; absent: no limit. */
  readonly pollFloorSeconds?: number
  /** The most seconds between two polls; absent: no limit. */
  readonly pollMostSeconds?: number
  token(connection: Connection): Call
  /** The request to make when that one was answered with 400; absent: none. */
  readonly olderToken?: (connection: Connection) => Call
  /** A token that ended may be refused with 403 as well as with 401. */
  readonly refusesTokensWith403?: true
  /** @param now epoch ms @param merchants the establishments to poll; absent: all */
  poll(connection: Connection, now: number, merchants?: readonly string[]): Call
  /** A poll brings all events since a time, also the acknowledged ones. */
  readonly repeatsEvents?: true
  /** Absent: a poll is about all establishments of the credential. */
  readonly merchants?: MerchantCalls
  /** The forms to try, the usual one first. */
  readonly acknowledgments: readonly [Acknowledgment, ...Acknowledgment[]]
  acknowledge(body: unknown): Call
  read(path: string): Call
  /** Where the order may be instead, asked after a 404 until an order was read; an answer is the lesson. */
  readElsewhere?(path: string): { readonly call: Call; readonly lesson: Lesson } | undefined
  /** `undefined`: an id in the request cannot be part of an address. */
  act(path: string, request: ActRequest): Call | undefined
  /** The call once more in the host's own words, after this refusal; its success is the lesson. */
  actAgain?(
    path: string,
    request: ActRequest,
    refused: Refused,
  ): { readonly call: Call; readonly lesson: Lesson } | undefined
  readonly deliveries: DeliveryForm
  /** Events, as they were sent, in the shape that `event.ts` reads. Absent: they have it. */
  toNeutralEvents?(events: readonly unknown[]): readonly unknown[]
  /** An order in the shape that `order.ts` reads. Absent: it has it. */
  toNeutral?(body: unknown): unknown
  /** Absent, or `undefined`: the common reading. */
  readRefusal?(action: OrderAction, reply: HttpReply): RefusalReading | undefined
  /** Headers by which a request is signed. @param secret the client secret */
  sign?(
    signed: { readonly url: string; readonly body: string | undefined },
    secret: string,
  ): Readonly<Record<string, string>>
  /** The reasons for which an order may be cancelled, asked for each order. Absent: the fixed ones of Open Delivery. */
  readonly reasons?: {
    call(path: string): Call
    read(reply: HttpReply): readonly CancellationReason[] | undefined
  }
  /** Asks whether a code is right. */
  code(path: string, code: string, whose: CodeOf): Call
}

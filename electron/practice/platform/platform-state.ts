import type { TokenStore } from './access-tokens.ts'
import type { ActiveFaults } from './faults.ts'
import type { RehearsalModel } from './model.ts'
import type { RequestRecorder } from './request-record.ts'
import type { Json } from './wire.ts'

/** The points in which hosts differ. `V2_DIALECT` is the v2 interface. */
export type HostDialect = {
  readonly errorShape: 'v2' | 'nested' | 'problem'
  /** The answer to a poll of an empty queue. */
  readonly noEvents: '204' | 'empty-array'
  readonly acknowledgment: 'eventIds' | 'v1' | 'ids'
  /** `refuse` answers 400 to a batch with an unknown id and acknowledges none of its ids. */
  readonly unknownAcknowledgment: 'ignore' | 'refuse'
  readonly validateCode: 'query' | 'body'
  /** The answer to an operation that the order's status does not allow. Hosts of v1 answer 422. */
  readonly conflictStatus: 409 | 422
  readonly unknownFields: 'refuse' | 'ignore'
  readonly tokenFields: 'snake' | 'camel'
  /** The value of `expires_in`, independent of the real lifetime; `lifetime`: the real one. */
  readonly expiresIn: 'lifetime' | 'absent' | { readonly value: Json }
  readonly tokenLifetimeSeconds: number
  /** Token calls in a minute before the answer 429. `undefined`: no limit; tests record a violation after 20. */
  readonly tokenCallsPerMinute: number | undefined
  /** Largest number of events on a page, at most 1000. */
  readonly pageSize: number
}

export const V2_DIALECT: HostDialect = {
  errorShape: 'v2',
  noEvents: '204',
  acknowledgment: 'eventIds',
  unknownAcknowledgment: 'ignore',
  validateCode: 'query',
  conflictStatus: 409,
  unknownFields: 'refuse',
  tokenFields: 'snake',
  expiresIn: 'lifetime',
  tokenLifetimeSeconds: 3600,
  tokenCallsPerMinute: undefined,
  pageSize: 1000,
}

export type Credential = { readonly clientId: string; readonly clientSecret: string }

/** The parts of one practice platform. */
export type PlatformState = {
  readonly model: RehearsalModel
  readonly tokens: TokenStore
  readonly faults: ActiveFaults
  readonly recorder: RequestRecorder
  readonly credentials: readonly Credential[]
  readonly appId: string
  readonly shuffle: <T>(list: readonly T[]) => readonly T[]
  /** May be changed while the platform runs. */
  dialect: HostDialect
}

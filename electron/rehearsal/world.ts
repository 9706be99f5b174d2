import type { FaultDesk } from './faults.ts'
import type { RehearsalModel } from './model.ts'
import type { Witness } from './request-record.ts'
import type { TokenDesk } from './tokens.ts'
import type { Json } from './wire.ts'

/** How this host deviates from its neighbours. The defaults are the v2 interface. */
export type HostDialect = {
  readonly errorShape: 'v2' | 'nested' | 'problem'
  /** The answer to a poll of an empty queue. */
  readonly noEvents: '204' | 'empty-array'
  readonly acknowledgment: 'eventIds' | 'v1' | 'ids'
  /** `refuse` answers 400 to a batch with an unknown id and acknowledges none of it. */
  readonly unknownAcknowledgment: 'ignore' | 'refuse'
  readonly validateCode: 'query' | 'body'
  /** The status for a move that the order cannot make. Hosts of v1 answer 422. */
  readonly conflictStatus: 409 | 422
  readonly unknownFields: 'refuse' | 'ignore'
  readonly tokenFields: 'snake' | 'camel'
  /** The value of `expires_in`, independent of the real lifetime; `lifetime`: the real one. */
  readonly expiresIn: 'lifetime' | 'absent' | { readonly value: Json }
  readonly tokenLifetimeSeconds: number
  /** Token calls within one minute before 429; absent: no limit, only a complaint beyond 20. */
  readonly tokenCallsPerMinute: number | undefined
  /** Most events on one page, at most 1000. */
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

/** Everything that answering a request needs. */
export type World = {
  readonly model: RehearsalModel
  readonly tokens: TokenDesk
  readonly faults: FaultDesk
  readonly witness: Witness
  readonly credentials: readonly Credential[]
  readonly appId: string
  readonly shuffle: <T>(list: readonly T[]) => readonly T[]
  /** May be changed while the platform runs. */
  dialect: HostDialect
}

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createTokenStore } from './access-tokens.ts'
import { type Exchange, exchange } from './exchange.ts'
import { createActiveFaults, type FaultHandle, type FaultRule } from './faults.ts'
import { machineClock } from './machine-clock.ts'
import { createRehearsalModel, type RehearsalModel } from './model.ts'
import type { PlatformOrder } from './model-order.ts'
import type { ModelOptions } from './model-surface.ts'
import { type Merchant, makeOrder } from './order-factory.ts'
import type { OrderRequest } from './order-request.ts'
import { type Credential, type HostDialect, type PlatformState, V2_DIALECT } from './platform-state.ts'
import { between, seededRandom, shuffled } from './randomness.ts'
import { NO_RECORDER, type RequestRecorder } from './request-record.ts'
import type { PlatformRequest } from './requests.ts'
import { PACES, type Pace, type PaceName, REALISTIC_DELAYS, runScenario, type ScenarioRun } from './scenario.ts'
import type { CancellationCode, CourierEvent } from './vocabulary.ts'
import type { Json } from './wire.ts'

const SECRET_BYTES = 24
const HASH_BYTES = 16

/** The Date header: the platform's time, no header, or the platform's time plus an error. */
export type DateHeader = 'correct' | 'absent' | { readonly skewMs: number }

/** How the orders of the practice platform behave. Absent fields get the defaults of the model. */
type OrderBehaviour = Pick<
  ModelOptions,
  'cancellation' | 'confirmDeadlineMs' | 'deliveredFromReady' | 'redeliverAfterMs' | 'statusShape' | 'automaticDelays'
>

export type PlatformOptions = OrderBehaviour & {
  /** Part of the API root that belongs to the app; by default a new one each time. */
  readonly hash?: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** An order without `merchantId` belongs to the first merchant. */
  readonly merchants?: readonly [Merchant, ...Merchant[]]
  /** More credentials, each with the merchants that it may see. */
  readonly otherCredentials?: readonly (Credential & { readonly merchantIds: readonly string[] })[]
  /**
   * Makes identifiers and orders repeatable. The default is a new seed for each platform: after a restart the kitchen still
   * has its ledger, so events with the same ids would count as duplicates.
   */
  readonly seed?: number
  /** This machine's clock, milliseconds since 1970. */
  readonly now?: () => number
  /** How far the platform's clock is ahead of this machine's. */
  readonly clockSkewMs?: number
  readonly dateHeader?: DateHeader
  readonly dialect?: Partial<HostDialect>
  /** Creates orders at this pace. Then absent options above get `REALISTIC_OPTIONS`. */
  readonly scenario?: PaceName | Pace
  /** Records every request. Absent: nothing is recorded. */
  readonly recorder?: RequestRecorder
}

/** The functions that control a practice platform. */
export type RehearsalControls = {
  /** The full API root, with its hash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly model: RehearsalModel
  place(request?: OrderRequest): PlatformOrder
  cancel(orderId: string, code: CancellationCode | string, reason: string): boolean
  requestPreparation(orderId: string): boolean
  decideCancellation(orderId: string, answer: 'accept' | 'deny'): boolean
  courier(orderId: string, event: CourierEvent): boolean
  fault(rule: FaultRule): FaultHandle
  clearFaults(): void
  order(orderId: string): PlatformOrder | undefined
  orders(): readonly PlatformOrder[]
  publishRaw(body: Json, about?: { readonly maxDeliveries?: number }): void
  startScenario(pace: PaceName | Pace): ScenarioRun
  revokeTokens(): void
  setDialect(change: Partial<HostDialect>): void
  setClockSkew(ms: number): void
  setDateHeader(header: DateHeader): void
}

const CORNER_KITCHEN: Merchant = { id: 'loja-pinheiros', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }

/** Delays of couriers, customers and the platform while a scenario runs. */
const REALISTIC_OPTIONS = {
  automaticDelays: REALISTIC_DELAYS,
  cancellation: { answer: 'accept', delayMs: 3_000 },
  confirmDeadlineMs: 8 * 60_000,
} as const

export type Rehearsal = {
  readonly controls: RehearsalControls
  /** Path of the API root, with its hash. */
  readonly root: string
  readonly exchange: (request: PlatformRequest) => Exchange
  /** The current text of the Date header; `undefined`: there is none. */
  readonly dateHeader: () => string | undefined
}

/**
 * Creates a practice platform without a server.
 * @param origin returns scheme, host and port of the platform's address
 */
export function createRehearsal(options: PlatformOptions, origin: () => string): Rehearsal {
  const clock = options.now ?? machineClock
  let skewMs = options.clockSkewMs ?? 0
  let dateHeader: DateHeader = options.dateHeader ?? 'correct'
  const random = seededRandom(options.seed ?? randomInt(2 ** 32))
  const hash = options.hash ?? randomBytes(HASH_BYTES).toString('hex')
  const root = `/${hash}/od/v2`
  const clientId = options.clientId ?? randomUUID()
  const clientSecret = options.clientSecret ?? randomBytes(SECRET_BYTES).toString('base64url')
  const merchants: readonly [Merchant, ...Merchant[]] = options.merchants ?? [CORNER_KITCHEN]
  const others = options.otherCredentials ?? []
  const appId = randomUUID()

  const own: readonly [string, ReadonlySet<string>] = [clientId, new Set(merchants.map((merchant) => merchant.id))]
  const merchantsOf = new Map([own, ...others.map((one) => [one.clientId, new Set(one.merchantIds)] as const)])
  const model = createRehearsalModel({
    ...(options.scenario === undefined ? {} : REALISTIC_OPTIONS),
    ...options,
    now: () => clock() + skewMs,
    random,
    merchantsOf,
    sourceAppId: appId,
    orderUrl: (orderId) => `${origin()}${root}/orders/${orderId}`,
  })
  const state: PlatformState = {
    model,
    recorder: options.recorder ?? NO_RECORDER,
    tokens: createTokenStore(() => randomBytes(SECRET_BYTES).toString('base64url')),
    faults: createActiveFaults(clock),
    credentials: [{ clientId, clientSecret }, ...others],
    appId,
    shuffle: (list) => shuffled(random, list),
    dialect: { ...V2_DIALECT, ...options.dialect },
  }
  const controls: RehearsalControls = {
    get apiUrl() {
      return `${origin()}${root}`
    },
    clientId,
    clientSecret,
    model,
    place(request = {}) {
      const known = [...merchants, ...others.flatMap((one) => one.merchantIds.map((id) => ({ id, name: id })))]
      const merchant = known.find((one) => one.id === request.merchantId) ?? merchants[0]
      const at = model.now() - (request.backdateMs ?? 0)
      const order = makeOrder(request, { random, at, merchant, sourceAppId: appId })
      const deliveryCode = String(between(random, 100_000, 999_999))
      return model.place(order, { deliveryCode, ...request })
    },
    cancel: model.cancel,
    requestPreparation: model.requestPreparation,
    decideCancellation: model.decideCancellation,
    courier: model.courier,
    fault: state.faults.set,
    clearFaults: state.faults.clear,
    order: model.order,
    orders: model.orders,
    publishRaw: (body, about = {}) => model.publishRaw(body, { merchantId: merchants[0].id, ...about }),
    revokeTokens: state.tokens.revokeAll,
    setDialect(change) {
      state.dialect = { ...state.dialect, ...change }
    },
    setClockSkew(ms) {
      skewMs = ms
    },
    setDateHeader(header) {
      dateHeader = header
    },
    startScenario: (pace) =>
      runScenario(
        {
          random,
          schedule: model.schedule,
          place: controls.place,
          order: model.order,
          cancel: model.cancel,
          requestPreparation: model.requestPreparation,
          fault: state.faults.set,
        },
        typeof pace === 'string' ? PACES[pace] : pace,
      ),
  }
  if (options.scenario !== undefined) controls.startScenario(options.scenario)

  return {
    controls,
    root,
    exchange: (request) => exchange(state, request, clock),
    dateHeader() {
      if (dateHeader === 'absent') return undefined
      const errorMs = dateHeader === 'correct' ? 0 : dateHeader.skewMs
      return new Date(model.now() + errorMs).toUTCString()
    },
  }
}

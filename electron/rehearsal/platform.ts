import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Autopilot } from './autopilot.ts'
import { createConduct } from './conduct.ts'
import { type ControlDoor, openControlDoor } from './control.ts'
import { controlCommands } from './control-commands.ts'
import { exchange } from './exchange.ts'
import { createFaultDesk, type FaultHandle, type FaultRule } from './faults.ts'
import { createRequestLedger, type RequestLedger } from './ledger.ts'
import { createRehearsalModel, type RehearsalModel } from './model.ts'
import { type Merchant, makeOrder } from './order-factory.ts'
import type { CancellationPolicy, OrderView } from './order-record.ts'
import type { OrderRequest } from './order-request.ts'
import { POISON_EVENTS, type PoisonEvent } from './poison.ts'
import { between, identifier, seededRandom, shuffled } from './randomness.ts'
import { LIFELIKE_AUTOPILOT, PACES, type Pace, type PaceName, runScenario, type ScenarioRun } from './scenario.ts'
import { type DateHeader, startServer } from './server.ts'
import { createTokenDesk } from './tokens.ts'
import type { CancellationCode, CourierEvent } from './vocabulary.ts'
import type { Json } from './wire.ts'
import { type Credential, type HostDialect, V2_DIALECT, type World } from './world.ts'

/** Longest wait for the server to close before it is left to itself. */
const CLOSE_WITHIN_MS = 3_000
const SECRET_BYTES = 24
const HASH_BYTES = 16

export type RehearsalOptions = {
  /** Default 0: any free port on 127.0.0.1. */
  readonly port?: number
  /** Part of the API root that belongs to the app; by default a new one each time. */
  readonly hash?: string
  readonly clientId?: string
  readonly clientSecret?: string
  /** The first one is where orders go that name none. */
  readonly merchants?: readonly [Merchant, ...Merchant[]]
  /** More credentials, each with the merchants it may see. */
  readonly otherCredentials?: readonly (Credential & { readonly merchantIds: readonly string[] })[]
  /**
   * Makes identifiers and orders repeatable. By default another one each time: a kitchen that keeps its ledger over a
   * restart would rightly take repeated event ids for duplicates.
   */
  readonly seed?: number
  /** This machine's clock, milliseconds since 1970. */
  readonly now?: () => number
  /** How far the platform's clock is ahead of this machine's. */
  readonly clockSkewMs?: number
  readonly dateHeader?: DateHeader
  readonly dialect?: Partial<HostDialect>
  readonly cancellation?: CancellationPolicy
  readonly confirmDeadlineMs?: number
  readonly deliveredFromReady?: boolean
  readonly redeliverAfterMs?: number
  readonly statusShape?: 'string' | 'object'
  readonly autopilot?: Autopilot
  /** Lets orders come in by themselves. Brings a lifelike world along where the options above leave it open. */
  readonly scenario?: PaceName | Pace
  /** Opens a door for other processes. */
  readonly control?: boolean
}

export type RehearsalPlatform = {
  /** The full API root, with its hash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly model: RehearsalModel
  readonly ledger: RequestLedger
  place(request?: OrderRequest): OrderView
  cancel(orderId: string, code: CancellationCode | string, reason: string): boolean
  requestPreparation(orderId: string): boolean
  decideCancellation(orderId: string, answer: 'accept' | 'deny'): boolean
  courier(orderId: string, event: CourierEvent): boolean
  fault(rule: FaultRule): FaultHandle
  clearFaults(): void
  beginOutage(how?: 'refuse' | 'reset'): Promise<void>
  endOutage(): Promise<void>
  order(orderId: string): OrderView | undefined
  orders(): readonly OrderView[]
  /** True when the order of this event was read, with 200, after the event had been delivered. */
  wasOrderReadAfter(eventId: string): boolean
  publishRaw(body: Json, about?: { readonly mostDeliveries?: number }): void
  /** Sends an event that is not as it should be; answers with the id it carries where it carries one. */
  poisonEvent(kind: PoisonEvent, orderId?: string): string
  startScenario(pace: PaceName | Pace): ScenarioRun
  revokeTokens(): void
  setDialect(change: Partial<HostDialect>): void
  setClockSkew(ms: number): void
  setDateHeader(header: DateHeader): void
  /** Only when asked for in the options. */
  readonly control: Omit<ControlDoor, 'close'> | undefined
  /** Ends within three seconds; open connections are broken. */
  close(): Promise<void>
}

const CORNER_KITCHEN: Merchant = { id: 'loja-pinheiros', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }

/** How long a customer's patience and a platform's decisions take while a scenario runs. */
const LIFELIKE = {
  autopilot: LIFELIKE_AUTOPILOT,
  cancellation: { answer: 'accept', delayMs: 3_000 },
  confirmDeadlineMs: 8 * 60_000,
} as const

/** Starts a complete order platform on loopback. */
export async function startRehearsalPlatform(options: RehearsalOptions = {}): Promise<RehearsalPlatform> {
  const clock = options.now ?? Date.now
  let skewMs = options.clockSkewMs ?? 0
  let dateHeader: DateHeader = options.dateHeader ?? 'right'
  const random = seededRandom(options.seed ?? randomInt(2 ** 32))
  const hash = options.hash ?? randomBytes(HASH_BYTES).toString('hex')
  const root = `/${hash}/od/v2`
  const clientId = options.clientId ?? randomUUID()
  const clientSecret = options.clientSecret ?? randomBytes(SECRET_BYTES).toString('base64url')
  const merchants: readonly [Merchant, ...Merchant[]] = options.merchants ?? [CORNER_KITCHEN]
  const others = options.otherCredentials ?? []
  const appId = randomUUID()
  let apiUrl = ''

  const own: readonly [string, ReadonlySet<string>] = [clientId, new Set(merchants.map((merchant) => merchant.id))]
  const merchantsOf = new Map([own, ...others.map((one) => [one.clientId, new Set(one.merchantIds)] as const)])
  const model = createRehearsalModel({
    ...(options.scenario === undefined ? {} : LIFELIKE),
    ...options,
    now: () => clock() + skewMs,
    random,
    merchantsOf,
    sourceAppId: appId,
    orderUrl: (orderId) => `${apiUrl}/orders/${orderId}`,
  })
  const ledger = createRequestLedger(clock)
  const conduct = createConduct(ledger, clock)
  const world: World = {
    model,
    ledger,
    tokens: createTokenDesk(() => randomBytes(SECRET_BYTES).toString('base64url')),
    faults: createFaultDesk(clock),
    credentials: [{ clientId, clientSecret }, ...others],
    appId,
    shuffle: (list) => shuffled(random, list),
    dialect: { ...V2_DIALECT, ...options.dialect },
  }
  const server = await startServer({
    port: options.port ?? 0,
    root,
    exchange: (request) => exchange(world, conduct, request, clock),
    now: model.now,
    dateHeader: () => dateHeader,
  })
  apiUrl = `${server.origin}${root}`

  const platform: Omit<RehearsalPlatform, 'control' | 'close'> = {
    apiUrl,
    clientId,
    clientSecret,
    model,
    ledger,
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
    fault: world.faults.set,
    clearFaults: world.faults.clear,
    beginOutage: (how = 'refuse') => server.beginOutage(how),
    endOutage: server.endOutage,
    order: model.order,
    orders: model.orders,
    wasOrderReadAfter(eventId) {
      const orderId = model.orderOfEvent(eventId)
      return orderId !== undefined && ledger.wasReadAfterDelivery(eventId, orderId)
    },
    publishRaw: (body, about = {}) => model.publishRaw(body, { merchantId: merchants[0].id, ...about }),
    revokeTokens: world.tokens.revokeAll,
    setDialect(change) {
      world.dialect = { ...world.dialect, ...change }
    },
    setClockSkew(ms) {
      skewMs = ms
    },
    setDateHeader(header) {
      dateHeader = header
    },
    poisonEvent(kind, orderId = identifier(random)) {
      const eventId = identifier(random)
      model.publishRaw(POISON_EVENTS[kind](eventId, orderId), { merchantId: merchants[0].id })
      return eventId
    },
    startScenario: (pace) =>
      runScenario(
        {
          random,
          schedule: model.schedule,
          place: platform.place,
          order: model.order,
          cancel: model.cancel,
          requestPreparation: model.requestPreparation,
          fault: world.faults.set,
        },
        typeof pace === 'string' ? PACES[pace] : pace,
      ),
  }
  if (options.scenario !== undefined) platform.startScenario(options.scenario)
  const control = options.control === true ? await openControlDoor(controlCommands(platform)) : undefined

  return {
    ...platform,
    control: control === undefined ? undefined : { url: control.url, token: control.token },
    async close() {
      const closed = Promise.all([server.close(), control?.close()])
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())])
    },
  }
}

import { z } from 'zod'
import type { PlatformDeclaration } from '../../shared/contract/setup.ts'
import { ACTIONS, ORDER_ACTIONS, type OrderAction } from '../../shared/order/lifecycle.ts'
import type { ConnectionSource } from './connection.ts'
import { withDeadline } from './deadline.ts'
import { dialectOf } from './dialects/dialects.ts'
import type { Http } from './http.ts'

const WELL_KNOWN = '/.well-known/opendelivery'
const VERSION_PATH = /\/od\/v2$/i
/** For both addresses together: the declaration is optional and must not delay anything. */
const LIMIT_MS = 5_000
const MAX_BYTES = 256 * 1_024

/** A version or a code. Other values are left out. */
const WORD = /^[\w.-]{1,40}$/
const MAX_WORDS = 50
const words = z
  .array(z.unknown())
  .transform((values) =>
    values.slice(0, MAX_WORDS).filter((value): value is string => typeof value === 'string' && WORD.test(value)),
  )
  .catch([])
const word = z.string().regex(WORD).optional().catch(undefined)

/** Open Delivery v2, "Discovery". Every member may be missing or of another type. */
const manifestSchema = z.object({
  openDelivery: z
    .object({ currentVersion: word, supportedVersions: words })
    .catch({ currentVersion: undefined, supportedVersions: [] }),
  authentication: z.object({ clientIdGeneration: words }).catch({ clientIdGeneration: [] }),
  /** Where the declaration is not nested. */
  clientIdGeneration: words,
})
/** An object without these members is not a declaration. */
const MEMBERS = ['openDelivery', 'authentication', 'clientIdGeneration', 'capabilities']

/** The declaration may be beside the version of an app's own root, or at the domain (Open Delivery v2, "servers"). */
export function discoveryAddresses(apiUrl: string): readonly string[] {
  const origin = URL.parse(apiUrl)?.origin
  const ownRoot = apiUrl.replace(VERSION_PATH, '')
  return [...new Set([ownRoot, ...(origin === undefined || origin === 'null' ? [] : [origin])])].map(
    (base) => `${base}${WELL_KNOWN}`,
  )
}

const ordersSchema = z.object({
  capabilities: z.object({
    orders: z.object({
      receiver: z.object({ unsupportedOperations: words }).catch({ unsupportedOperations: [] }),
      originator: z.object({ supportsPolling: z.boolean().catch(true) }).catch({ supportsPolling: true }),
    }),
  }),
})
/** What a platform declares about its orders. */
export type OrdersDeclaration = {
  /** The actions that it declares as not supported. */
  readonly unsupported: readonly OrderAction[]
  /** False only when the declaration states that events cannot be polled. */
  readonly supportsPolling: boolean
}
const NOTHING_DECLARED: OrdersDeclaration = { unsupported: [], supportsPolling: true }

const isManifest = (raw: unknown): boolean => MEMBERS.some((name) => Object.hasOwn(Object(raw), name))

/**
 * What a manifest declares about orders; `undefined` when it is not a manifest. Only an explicit "not supported" removes a
 * button or ends polling; an operation that is not listed stays.
 */
export function readOrdersDeclaration(raw: unknown): OrdersDeclaration | undefined {
  if (!isManifest(raw)) return undefined
  const orders = ordersSchema.safeParse(raw).data?.capabilities.orders
  if (orders === undefined) return NOTHING_DECLARED
  const names = orders.receiver.unsupportedOperations
  return {
    unsupported: ORDER_ACTIONS.filter((action) => names.includes(ACTIONS[action].operation)),
    supportsPolling: orders.originator.supportsPolling,
  }
}

const isVersionTwo = (version: string): boolean => /^v?2(\.|$)/i.test(version)

function clientIdsOf(generation: readonly string[]): PlatformDeclaration['clientIds'] {
  const isByApp = generation.includes('by_app')
  const isByMerchant = generation.includes('by_merchant')
  if (isByApp && isByMerchant) return 'either'
  return isByApp ? 'by-app' : isByMerchant ? 'by-merchant' : undefined
}

/** The values of a manifest that this program uses; `undefined` when it is not a manifest. */
export function readManifest(raw: unknown): PlatformDeclaration | undefined {
  const parsed = manifestSchema.safeParse(raw)
  if (!parsed.success || !isManifest(raw)) return undefined
  const { openDelivery, authentication, clientIdGeneration } = parsed.data
  const clientIds = clientIdsOf([...authentication.clientIdGeneration, ...clientIdGeneration])
  const { currentVersion, supportedVersions } = openDelivery
  const versions = [...(currentVersion === undefined ? [] : [currentVersion]), ...supportedVersions]
  const otherVersion = versions.some(isVersionTwo) ? undefined : versions[0]
  return {
    ...(clientIds === undefined ? {} : { clientIds }),
    ...(otherVersion === undefined ? {} : { otherVersion }),
  }
}

/**
 * Reads the platform's declaration, which is public: the request has no credentials. Many platforms have no declaration.
 * Never rejects, and ends within five seconds.
 */
export const fetchDeclaration = (http: Http, apiUrl: string): Promise<PlatformDeclaration | undefined> =>
  fetchManifest(http, apiUrl, readManifest)

async function fetchManifest<T>(
  http: Http,
  apiUrl: string,
  read: (raw: unknown) => T | undefined,
  ended?: AbortSignal,
): Promise<T | undefined> {
  const ask = async (signal: AbortSignal): Promise<T | undefined> => {
    for (const url of discoveryAddresses(apiUrl)) {
      const reply = await http.exchange({
        route: 'discovery',
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        timeoutMs: LIMIT_MS,
        maxBytes: MAX_BYTES,
        signal,
      })
      const isUsable = reply.kind === 'reply' && reply.status === 200 && reply.body.kind === 'json'
      const declaration = isUsable ? read(reply.body.value) : undefined
      if (declaration !== undefined) return declaration
      if (signal.aborted) return undefined
    }
    return undefined
  }
  const outcome = await withDeadline(ask, ended, LIMIT_MS)
  return outcome.kind === 'done' ? outcome.value : undefined
}

/**
 * Reads what the platform declares about orders; `undefined`: the previous declaration stays valid. After a change of the
 * address the previous declaration is dropped: without a new one, everything is supported.
 */
export function createDeclarationReader(http: Http, connection: ConnectionSource) {
  let declaredAt: string | undefined
  return async (signal: AbortSignal): Promise<OrdersDeclaration | undefined> => {
    const known = await connection()
    if (!known.ok) return undefined
    if (!dialectOf(known.value).declares) return undefined
    const { apiUrl } = known.value
    const declaration = await fetchManifest(http, apiUrl, readOrdersDeclaration, signal)
    if (declaration === undefined && (declaredAt === undefined || declaredAt === apiUrl)) return undefined
    declaredAt = apiUrl
    return declaration ?? NOTHING_DECLARED
  }
}

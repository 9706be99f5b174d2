import { ACTIONS_OF_2, type OrderAction } from '../../../shared/order/lifecycle.ts'

/** A request of a kitchen, independent of the server. */

export type KitchenRoute = 'token' | 'poll' | 'acknowledgment' | 'read' | OrderAction | 'discovery' | 'unknown'

export type KitchenRequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other' }

export type KitchenRequest = {
  readonly route: KitchenRoute
  readonly orderId: string | undefined
  readonly query: Readonly<Record<string, unknown>>
  readonly header: (name: string) => string | undefined
  readonly body: KitchenRequestBody
  /** Aborted when the relay stops. Not aborted when the caller disconnects: the forwarded call may change the order. */
  readonly signal: AbortSignal
}

const WELL_KNOWN = '/.well-known/opendelivery'
const FIXED_ROUTES: Readonly<Record<string, KitchenRoute>> = {
  'POST /oauth/token': 'token',
  'GET /events:polling': 'poll',
  'POST /events/acknowledgment': 'acknowledgment',
  [`GET ${WELL_KNOWN}`]: 'discovery',
}

/** The operation of a method and a path. @param root path of the API root */
export function matchKitchenRoute(
  root: string,
  method: string,
  pathname: string,
): { readonly route: KitchenRoute; readonly orderId: string | undefined } {
  const unknown = { route: 'unknown', orderId: undefined } as const
  if (method === 'GET' && (pathname === WELL_KNOWN || pathname === root.replace(/\/od\/v2$/, WELL_KNOWN)))
    return { route: 'discovery', orderId: undefined }
  if (!pathname.startsWith(`${root}/`)) return unknown
  const path = pathname.slice(root.length)
  const call = `${method} ${path}`
  const fixed = Object.hasOwn(FIXED_ROUTES, call) ? FIXED_ROUTES[call] : undefined
  if (fixed !== undefined) return { route: fixed, orderId: undefined }
  const [, collection, segment = '', action, ...more] = path.split('/')
  const orderId = decoded(segment)
  if (collection !== 'orders' || orderId === undefined || orderId === '' || more.length > 0) return unknown
  if (method === 'GET' && action === undefined) return { route: 'read', orderId }
  const known = ACTIONS_OF_2.find((name) => name === action)
  return method === 'POST' && known !== undefined ? { route: known, orderId } : unknown
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

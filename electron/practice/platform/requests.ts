import { ACTIONS, type Action } from './vocabulary.ts'
import type { Json } from './wire.ts'

/** Requests and replies, independent of the server. */

export type Route = 'token' | 'poll' | 'acknowledgment' | 'read' | Action | 'discovery' | 'unknown'

export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly fields: { readonly [name: string]: unknown } }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other'; readonly contentType: string }

export type PlatformRequest = {
  readonly method: string
  /** Path below the root: without the secret part of the address, because it is recorded. */
  readonly path: string
  readonly route: Route
  readonly orderId: string | undefined
  readonly query: { readonly [name: string]: unknown }
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly body: RequestBody
}

export type Reply = {
  readonly status: number
  readonly headers?: { readonly [name: string]: string }
  /** Absent: no body. */
  readonly body?: Json
}

const WELL_KNOWN = '/.well-known/opendelivery'

export type MatchedRoute = Pick<PlatformRequest, 'path' | 'route' | 'orderId'>

/**
 * The operation of a method and a path.
 * @param root path of the API root, such as `/<hash>/od/v2`
 */
export function matchRoute(root: string, method: string, pathname: string): MatchedRoute {
  if (method === 'GET' && (pathname === WELL_KNOWN || pathname === root.replace(/\/od\/v2$/, WELL_KNOWN))) {
    return { path: WELL_KNOWN, route: 'discovery', orderId: undefined }
  }
  if (pathname !== root && !pathname.startsWith(`${root}/`)) {
    return { path: '(outside the root)', route: 'unknown', orderId: undefined }
  }
  const path = pathname.slice(root.length)
  const fixed = FIXED_ROUTES[`${method} ${path}`]
  if (fixed !== undefined) return { path, route: fixed, orderId: undefined }
  const [, collection, encodedId, action, ...more] = path.split('/')
  const orderId = decoded(encodedId)
  if (collection === 'orders' && orderId !== undefined && orderId !== '' && more.length === 0) {
    if (method === 'GET' && action === undefined) return { path, route: 'read', orderId }
    const known = ACTIONS.find((name) => name === action)
    if (method === 'POST' && known !== undefined) return { path, route: known, orderId }
  }
  return { path, route: 'unknown', orderId: undefined }
}

const FIXED_ROUTES: { readonly [call: string]: Route } = {
  'POST /oauth/token': 'token',
  'GET /events:polling': 'poll',
  'POST /events/acknowledgment': 'acknowledgment',
  'GET /.well-known/opendelivery': 'discovery',
}

function decoded(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether a route is one of the seven operations on an order. */
export function isAction(route: Route): route is Action {
  return ACTIONS.some((action) => action === route)
}

/** The value of a header; repeated values are joined with commas. @param name in lower case */
export function header(request: Pick<PlatformRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

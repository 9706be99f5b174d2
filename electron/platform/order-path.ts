/** Code of the refusal on this machine of a call for an id that no path can carry. */
export const UNADDRESSABLE_CODE = 'UNADDRESSABLE_ORDER_ID'

/**
 * Path of an order below the API root, or `undefined` for an id that no path can carry: `.` and `..` are steps of a path
 * even when they are percent-encoded (WHATWG URL), and half a surrogate pair has no UTF-8.
 * SECURITY: order-path (docs/security.md). An id comes from the wire; encoded as one segment it cannot reach another address.
 */
export function orderPath(orderId: string): string | undefined {
  if (orderId === '' || orderId === '.' || orderId === '..' || !orderId.isWellFormed()) return undefined
  return `/orders/${encodeURIComponent(orderId)}`
}

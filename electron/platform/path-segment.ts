/**
 * An id as one step of a path, or `undefined` for an id that no path can carry: `.` and `..` are steps of a path even when they
 * are percent-encoded (WHATWG URL), and half a surrogate pair has no UTF-8.
 * SECURITY: order-path (docs/security.md). An id comes from the wire; encoded as one segment it cannot reach another address.
 */
export function pathSegment(id: string): string | undefined {
  return id === '' || id === '.' || id === '..' || !id.isWellFormed() ? undefined : encodeURIComponent(id)
}

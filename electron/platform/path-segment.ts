/**
 * An id as one step of a path, or `undefined` for one that no path can carry: `.`, `..` and half a surrogate pair.
 * SECURITY: order-path (docs/security.md). An id from the wire cannot reach another address.
 */
export function pathSegment(id: string): string | undefined {
  return id === '' || id === '.' || id === '..' || !id.isWellFormed() ? undefined : encodeURIComponent(id)
}

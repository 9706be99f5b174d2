import type { Upstream } from '../upstream/upstream.ts'
import { answerOf, type KitchenAnswer } from './kitchen-answers.ts'

/**
 * Declares the relay's own interface. Used with several upstreams: the call has no credentials, so the kitchen's platform
 * is unknown.
 */
const OWN_DECLARATION: KitchenAnswer = {
  status: 200,
  body: {
    openDelivery: { currentVersion: '2.0', supportedVersions: ['2.0'] },
    discovery: { version: '1.0.0' },
    authentication: { supportedGrantTypes: ['client_credentials'], clientIdGeneration: ['by_app'] },
  },
}

const KEPT_MS = 10 * 60_000
/** An answer without a declaration is asked for again after this time. */
const FAILURE_KEPT_MS = 60_000

/**
 * Answers with the platform's public declaration, or with the relay's own when it has several upstreams. The call has no
 * credentials, so the platform's answer is kept: requests of strangers cause at most one call in a minute.
 */
export function createDeclaration(
  upstreams: ReadonlyMap<string, Upstream>,
  monotonicNow: () => number,
): (signal: AbortSignal) => Promise<KitchenAnswer> {
  const [only, ...others] = upstreams.values()
  if (only === undefined || others.length > 0) return () => Promise.resolve(OWN_DECLARATION)
  let kept: { readonly answer: Promise<KitchenAnswer>; until: number } | undefined
  return (signal) => {
    if (kept !== undefined && monotonicNow() < kept.until) return kept.answer
    const answer = only.declaration(signal).then((reply) => {
      const found = answerOf(reply)
      next.until =
        monotonicNow() + (found.status === 200 ? KEPT_MS : Math.max(FAILURE_KEPT_MS, found.retryAfterMs ?? 0))
      return found
    })
    const next = { answer, until: Number.POSITIVE_INFINITY }
    kept = next
    return answer
  }
}

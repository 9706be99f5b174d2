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

/** Answers with the platform's public declaration, or with the relay's own when it has several upstreams. */
export async function answerDeclaration(
  upstreams: ReadonlyMap<string, Upstream>,
  signal: AbortSignal,
): Promise<KitchenAnswer> {
  const [only, ...others] = upstreams.values()
  if (only === undefined || others.length > 0) return OWN_DECLARATION
  return answerOf(await only.declaration(signal))
}

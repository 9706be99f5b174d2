import type { Upstream } from '../upstream/upstream.ts'
import { type Answer, answerOf } from './answers.ts'

/** Where kitchens of several platforms share the relay, it declares its own interface: no credentials come along. */
const OWN_DECLARATION: Answer = {
  status: 200,
  body: {
    openDelivery: { currentVersion: '2.0', supportedVersions: ['2.0'] },
    discovery: { version: '1.0.0' },
    authentication: { supportedGrantTypes: ['client_credentials'], clientIdGeneration: ['by_app'] },
  },
}

/** The public declaration: that of the platform behind the relay. */
export async function answerDeclaration(
  upstreams: ReadonlyMap<string, Upstream>,
  signal: AbortSignal,
): Promise<Answer> {
  const [only, ...others] = upstreams.values()
  if (only === undefined || others.length > 0) return OWN_DECLARATION
  return answerOf(await only.declaration(signal))
}

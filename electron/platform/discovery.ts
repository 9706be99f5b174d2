import { z } from 'zod'
import type { PlatformDeclaration } from '../../shared/setup.ts'
import { withDeadline } from './deadline.ts'
import type { Http } from './http.ts'

const WELL_KNOWN = '/.well-known/opendelivery'
const VERSION_PATH = /\/od\/v2$/i
/** Both addresses together. What a platform declares is never worth a long wait. */
const LIMIT_MS = 5_000
const MAX_BYTES = 256 * 1_024

/** A version or a code; anything else is left out. */
const WORD = /^[\w.-]{1,40}$/
const MOST_WORDS = 50
const words = z
  .array(z.unknown())
  .transform((values) =>
    values.slice(0, MOST_WORDS).filter((value): value is string => typeof value === 'string' && WORD.test(value)),
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
/** An object without any of these is an answer about something else. */
const MEMBERS = ['openDelivery', 'authentication', 'clientIdGeneration', 'capabilities']

/** The declaration may stand beside the version of an app's own root, or at the domain (Open Delivery v2, "servers"). */
export function discoveryAddresses(apiUrl: string): readonly string[] {
  const origin = URL.parse(apiUrl)?.origin
  const ownRoot = apiUrl.replace(VERSION_PATH, '')
  return [...new Set([ownRoot, ...(origin === undefined || origin === 'null' ? [] : [origin])])].map(
    (base) => `${base}${WELL_KNOWN}`,
  )
}

const isVersionTwo = (version: string): boolean => /^v?2(\.|$)/i.test(version)

function clientIdsOf(generation: readonly string[]): PlatformDeclaration['clientIds'] {
  const isByApp = generation.includes('by_app')
  const isByMerchant = generation.includes('by_merchant')
  if (isByApp && isByMerchant) return 'either'
  return isByApp ? 'by-app' : isByMerchant ? 'by-merchant' : undefined
}

/** What a manifest says of what this program can use; `undefined` where it is none. */
export function readManifest(raw: unknown): PlatformDeclaration | undefined {
  const parsed = manifestSchema.safeParse(raw)
  if (!parsed.success || !MEMBERS.some((name) => Object.hasOwn(Object(raw), name))) return undefined
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
 * Asks the platform what it declares. The request carries no credentials: the declaration is public, and only the address
 * is known here. That there is none is normal. Never rejects, and ends within five seconds.
 */
export async function fetchDeclaration(http: Http, apiUrl: string): Promise<PlatformDeclaration | undefined> {
  const ask = async (signal: AbortSignal): Promise<PlatformDeclaration | undefined> => {
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
      const declaration = isUsable ? readManifest(reply.body.value) : undefined
      if (declaration !== undefined) return declaration
      if (signal.aborted) return undefined
    }
    return undefined
  }
  const outcome = await withDeadline(ask, undefined, LIMIT_MS)
  return outcome.kind === 'done' ? outcome.value : undefined
}

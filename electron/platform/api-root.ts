import { fail, ok, type Result } from '../../shared/result.ts'
import { withoutEnd } from '../../shared/text/folded-text.ts'

/** The API root `{base}/<hash>/od/v2` for the client, and without its secret part `<hash>` for the screen. */
export type ApiRoot = { readonly url: string; readonly masked: string }

export type ApiRootFault =
  | 'empty'
  | 'not-an-address'
  /** Another protocol than https, beyond this machine. */
  | 'insecure'
  /** A name or password inside the address. */
  | 'has-credentials'
  | 'hash-missing'

const VERSION_PATH = ['od', 'v2'] as const
const MASK = '***'
/** Characters around an address that was copied from a page: quotes, brackets, spaces, line breaks, invisible characters. */
const COPIED_EXTRAS = /[\s"'`<>\u00ad\u200b-\u200f\u2060\ufeff]/g

/** Loopback names and addresses: there the practice platform runs, and no other machine can read the traffic. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/**
 * Reads an address that was copied from the platform's portal: the full root, with or without trailing slashes, scheme or `/od/v2`,
 * or the address of one operation below it. No message repeats any of it.
 */
export function parseApiRoot(pasted: string): Result<ApiRoot, ApiRootFault> {
  const parsed = parseAddress(pasted)
  if (!parsed.ok) return parsed
  const url = parsed.value
  const above = segmentsAboveVersion(url.pathname)
  if (above.length === 0 || above.includes(MASK))
    return fail('hash-missing', 'the part of the address that belongs to this app is missing')
  const root = (segments: readonly string[]) => [url.origin, ...segments, ...VERSION_PATH].join('/')
  return ok({ url: root(above), masked: root([...above.slice(0, -1), MASK]) })
}

/** The steps with which the paths of Open Delivery 1.x begin. */
const FIRST_OF_1: ReadonlySet<string> = new Set(['v1', 'oauth'])

/**
 * The same for a host whose paths bring their version: the host's own base, or an address of one operation below it.
 * @param firstSteps with which its paths begin
 */
export function parseHostRoot(
  pasted: string,
  firstSteps: ReadonlySet<string> = FIRST_OF_1,
): Result<ApiRoot, ApiRootFault> {
  const parsed = parseAddress(pasted)
  if (!parsed.ok) return parsed
  const { origin, pathname } = parsed.value
  const steps = pathname.split('/').filter((step) => step !== '')
  const first = steps.findIndex((step) => firstSteps.has(step.toLowerCase()))
  const url = [origin, ...(first === -1 ? steps : steps.slice(0, first))].join('/')
  return ok({ url, masked: url })
}

/** Where hosts of Open Delivery 1.x are known to answer, below their name; at the name itself first. */
const USUAL_BASES = [
  '',
  '/api/od',
  '/api',
  '/opendelivery',
  '/api/opendelivery',
  '/open-delivery',
  '/od',
  '/orders/api',
] as const

/** An address of one operation of 1.x. Any other `/v1` may belong to a root of v2. */
const OPERATION_OF_1 = /\/v1\/(?:events|orders)\b|\/oauth\/token\/?$/

/** The roots that a host of 1.x may have by an address that no host of v2 has; `undefined`: the address may be one of v2. */
export function rootsOf1(pasted: string): readonly string[] | undefined {
  const parsed = parseAddress(pasted)
  if (!parsed.ok) return undefined
  const { pathname } = parsed.value
  const operation = parseHostRoot(pasted)
  if (OPERATION_OF_1.test(pathname) && !pathname.includes('/od/v2'))
    return operation.ok ? [operation.value.url] : undefined
  if (pathname !== '/') return undefined
  return USUAL_BASES.map((base) => `${parsed.value.origin}${base}`)
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** Without a scheme the first word has to be a host: words of a sentence and the address of a mailbox are none. */
function isOfWords(text: string): boolean {
  const [host = ''] = text
    .trim()
    .replace(/^[<"'`]/, '')
    .split(/[\s/]/, 1)
  const isMailbox = host.includes('@') && !host.includes(':')
  return isMailbox || !(/[.:]/.test(host) || isLoopback(host))
}

function parseAddress(pasted: string): Result<URL, ApiRootFault> {
  const text = pasted.replace(COPIED_EXTRAS, '')
  if (text === '') return fail('empty', 'nothing was entered')
  const hasScheme = SCHEME.test(text)
  if (!hasScheme && isOfWords(pasted)) return fail('not-an-address', 'words, and no address')
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  if (url === null || url.hostname === '') return fail('not-an-address', 'no address can be read from this')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return fail('insecure', 'the address must begin with https')
  }
  if (url.username !== '' || url.password !== '')
    return fail('has-credentials', 'the address holds a name or a password')
  return ok(url)
}

/** The same from two fields of the platform's portal: the base address and the app's own part. */
export function joinApiRoot(base: string, hash: string): Result<ApiRoot, ApiRootFault> {
  const segment = withoutEnd(hash.replace(COPIED_EXTRAS, '').replace(/^\/+/, ''), /\//)
  if (segment === '') return fail('hash-missing', 'the part of the address that belongs to this app is missing')
  return parseApiRoot(`${withoutEnd(base.replace(COPIED_EXTRAS, ''), /\//)}/${segment}`)
}

/** The part before the last `/od/v2`. The part after it names one operation. */
function segmentsAboveVersion(pathname: string): readonly string[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first, second] = VERSION_PATH
  const version = segments.findLastIndex(
    (segment, index) => segment.toLowerCase() === first && segments[index + 1]?.toLowerCase() === second,
  )
  return version === -1 ? segments : segments.slice(0, version)
}

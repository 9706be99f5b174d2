/** Why no answer came. `unreachable`: for another reason. */
export type NetworkFault =
  | 'certificate-date'
  | 'certificate'
  | 'proxy'
  | 'no-network'
  | 'host-unknown'
  | 'timeout'
  | 'unreachable'

/**
 * Network faults by Chromium's names (`net::ERR_…`, net_error_list.h) and by Node's codes, which occur in tests and with
 * the practice platform. The first match is used.
 */
const SIGNS: readonly (readonly [RegExp, NetworkFault])[] = [
  [/ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'certificate-date'],
  [/ERR_CERT_|ERR_SSL_|ERR_TLS_CERT|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_BAD_SSL|EPROTO/, 'certificate'],
  // This program logs in to no site: a request for a name and a password comes from a proxy.
  [
    /_AUTH_(?:CREDENTIALS|SCHEME)|ERR_PROXY|ERR_TUNNEL|ERR_MANDATORY_PROXY|ERR_UNEXPECTED_PROXY_AUTH|proxy authentication/i,
    'proxy',
  ],
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ENETUNREACH|ENETDOWN/, 'no-network'],
  [/ERR_NAME_|ERR_DNS_|ERR_ICANN|ENOTFOUND|EAI_/, 'host-unknown'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|ETIMEDOUT|CONNECT_TIMEOUT/, 'timeout'],
]

/** The codes and messages of an error and of its causes. */
function wordsOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 3) return ''
  const code = 'code' in error ? String(error.code) : ''
  return `${error.message} ${code} ${wordsOf(error.cause, depth + 1)}`
}

/** Why there was no exchange with the platform. */
export function networkFaultOf(error: unknown): NetworkFault {
  const words = wordsOf(error)
  return SIGNS.find(([sign]) => sign.test(words))?.[1] ?? 'unreachable'
}

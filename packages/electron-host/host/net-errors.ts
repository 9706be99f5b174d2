import type { IncomingHttpHeaders } from 'node:http'

// The errors of Chromium's net/base/net_error_list.h with which the load of a page can end.
const CODES: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_INVALID_ARGUMENT: -4,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_UNEXPECTED: -9,
  ERR_ACCESS_DENIED: -10,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_BLOCKED_BY_CSP: -30,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_CONNECTION_ABORTED: -103,
  ERR_CONNECTION_FAILED: -104,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_SSL_PROTOCOL_ERROR: -107,
  ERR_ADDRESS_INVALID: -108,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_CONNECTION_TIMED_OUT: -118,
  ERR_INVALID_URL: -300,
  ERR_DISALLOWED_URL_SCHEME: -301,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_TOO_MANY_REDIRECTS: -310,
  ERR_UNSAFE_PORT: -312,
  ERR_INVALID_RESPONSE: -320,
  ERR_EMPTY_RESPONSE: -324,
}

export type NetFailure = Readonly<{ code: number; description: string }>

/** Converts DevTools' `net::ERR_…` text to Electron's code and description. */
export const netFailure = (errorText: string): NetFailure => {
  const description = errorText.replace(/^net::/, '')
  return { code: CODES[description] ?? -2, description }
}

const NODE_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Chromium's error name for a request of Node that failed before its response. */
export const netErrorName = (error: unknown): string => {
  const code = codeOf(error)
  // Node's message for a connection that ended before the head of the response.
  if (error instanceof Error && error.message === 'socket hang up') return 'ERR_EMPTY_RESPONSE'
  if (code.startsWith('HPE_')) return 'ERR_INVALID_HTTP_RESPONSE'
  if (code.startsWith('ERR_SSL_')) return 'ERR_SSL_PROTOCOL_ERROR'
  return NODE_CODES[code] ?? 'ERR_FAILED'
}

/** Chromium's error name for a response body that ended too early or could not be decoded. */
export const bodyErrorName = (error: unknown, headers: IncomingHttpHeaders): string => {
  const code = codeOf(error)
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI')) return 'ERR_CONTENT_DECODING_FAILED'
  if (code.startsWith('HPE_')) return 'ERR_INVALID_CHUNKED_ENCODING'
  if (headers['transfer-encoding'] !== undefined) return 'ERR_INCOMPLETE_CHUNKED_ENCODING'
  return headers['content-length'] === undefined ? 'ERR_CONNECTION_RESET' : 'ERR_CONTENT_LENGTH_MISMATCH'
}

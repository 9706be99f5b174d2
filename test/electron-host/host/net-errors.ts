// net/base/net_error_list.h of Chromium: the ones that a window's load can end with.
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

/** From DevTools' `net::ERR_…` text to Electron's code and description. */
export const netFailure = (errorText: string): NetFailure => {
  const description = errorText.replace(/^net::/, '')
  return { code: CODES[description] ?? -2, description }
}

// fetch standard, port blocking: Node's text for what Chromium calls an unsafe port
const BAD_PORT = /bad port/

const NODE_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_CONNECTION_TIMED_OUT',
}

/** Chromium's name for the reason why Node's fetch failed. */
export const netErrorName = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && BAD_PORT.test(cause.message)) return 'ERR_UNSAFE_PORT'
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return NODE_CODES[code] ?? 'ERR_FAILED'
}

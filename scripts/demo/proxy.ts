/** Environment variables that Node and @electron/get read. */
export type ProxyVariables = { readonly HTTPS_PROXY?: string; readonly HTTP_PROXY?: string; readonly NO_PROXY?: string }

/**
 * The proxy of this machine: from the usual variables in upper or lower case, otherwise from npm's settings, which npm
 * passes to its scripts as variables. Empty: there is no proxy.
 */
export function proxyVariables(env: NodeJS.ProcessEnv): ProxyVariables {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '' && value !== 'null')
  const plain = first('HTTP_PROXY', 'http_proxy', 'npm_config_proxy', 'npm_config_http_proxy')
  const secure = first('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy') ?? plain
  const noProxy = first('NO_PROXY', 'no_proxy', 'npm_config_noproxy')
  if (secure === undefined && plain === undefined) return {}
  return {
    ...(secure !== undefined && { HTTPS_PROXY: secure }),
    ...(plain !== undefined && { HTTP_PROXY: plain }),
    ...(noProxy !== undefined && { NO_PROXY: noProxy }),
  }
}

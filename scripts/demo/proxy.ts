/** The variables that Node and @electron/get read. */
export type ProxyVariables = { readonly HTTPS_PROXY?: string; readonly HTTP_PROXY?: string; readonly NO_PROXY?: string }

/**
 * The proxy of this machine from the usual variables in either case, else from npm's settings, which npm hands to its
 * scripts. Empty where there is none.
 */
export function proxyVariables(env: NodeJS.ProcessEnv): ProxyVariables {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '' && value !== 'null')
  const plain = first('HTTP_PROXY', 'http_proxy', 'npm_config_proxy', 'npm_config_http_proxy')
  const secure = first('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy') ?? plain
  const not = first('NO_PROXY', 'no_proxy', 'npm_config_noproxy')
  if (secure === undefined && plain === undefined) return {}
  return {
    ...(secure !== undefined && { HTTPS_PROXY: secure }),
    ...(plain !== undefined && { HTTP_PROXY: plain }),
    ...(not !== undefined && { NO_PROXY: not }),
  }
}

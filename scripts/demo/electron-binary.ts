import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setGlobalProxyFromEnv } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Time limit for the request before a download: some networks drop requests instead of refusing them. */
const PROBE_TIMEOUT_MS = 8_000
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000
const DOWNLOADS = 'https://github.com/electron/electron/releases/'

/** Path of Electron's own binary in its package; `undefined`: the binary is not installed. */
export function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules/electron')
  const pointer = join(folder, 'path.txt')
  if (!existsSync(pointer)) return undefined
  const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(pointer, 'utf8'))
  return existsSync(binary) ? binary : undefined
}

/** Environment variables that Node and @electron/get read. */
type ProxyVariables = { readonly HTTPS_PROXY?: string; readonly HTTP_PROXY?: string; readonly NO_PROXY?: string }

/**
 * The proxy of this machine: from the usual variables in upper or lower case, otherwise from npm's settings, which npm
 * passes to its scripts as variables. Empty: there is no proxy.
 */
function proxyVariables(env: NodeJS.ProcessEnv): ProxyVariables {
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

/** The reason why `address` cannot be reached, or `undefined` when it can. */
async function unreachableReason(address: string, proxy: ProxyVariables): Promise<string | undefined> {
  // Only for this request: later requests go to this machine and need no proxy.
  const restore = setGlobalProxyFromEnv(proxy)
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return undefined
  } catch (error) {
    return `${new URL(address).host} cannot be reached (${causeOf(error)})`
  } finally {
    restore()
  }
}

/** The reason of an error of `fetch`. Its message is only "fetch failed"; its cause has the reason. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${PROBE_TIMEOUT_MS / 1_000} s`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

/** Runs the installer of Electron's package. Resolves with the reason of its failure, or `undefined` when it succeeded. */
async function install(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const installer = spawn(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: DOWNLOAD_TIMEOUT_MS,
  })
  const failed = new Promise<string>((resolve) => installer.once('error', ({ message }) => resolve(message)))
  const ended = once(installer, 'close').then(([code, signal]) => {
    if (signal !== null) return `not finished after ${DOWNLOAD_TIMEOUT_MS / 60_000} minutes`
    return code === 0 ? undefined : ''
  })
  const errorOutput = text(installer.stderr)
  const outcome = await Promise.race([failed, ended.catch(String)])
  if (outcome !== '') return outcome
  const lines = (await errorOutput).split('\n')
  return (
    lines.find((line) => /\w*Error\b/.test(line)) ?? lines.find((line) => line.trim() !== '') ?? 'no reason was given'
  )
}

/** The address of a proxy or a mirror may contain a password. */
const withoutPasswords = (text: string): string => text.replaceAll(/\/\/[^/@\s]+@/g, '//')

/**
 * Downloads Electron's own binary with the installer of its package when it is missing. Uses the proxy of this machine.
 * @returns the reason why it is not available, or `undefined` when it is available
 */
export async function provideElectronBinary(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (electronBinary(root) !== undefined) return undefined
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set'
  const proxy = proxyVariables(env)
  const address = proxy.HTTPS_PROXY ?? proxy.HTTP_PROXY
  console.log(`Downloading the binary of Electron (once${address === undefined ? '' : ', through the proxy'})`)
  const mirror = env.npm_config_electron_mirror ?? env.ELECTRON_MIRROR ?? DOWNLOADS
  // Node's own proxy support, and that of @electron/get.
  const proxied = address === undefined ? {} : { ...proxy, NODE_USE_ENV_PROXY: '1', ELECTRON_GET_USE_PROXY: 'true' }
  const reason = (await unreachableReason(mirror, proxy)) ?? (await install(root, { ...env, ...proxied }))
  if (reason === undefined) return electronBinary(root) === undefined ? 'its installer installed no binary' : undefined
  const proxyNote =
    address === undefined
      ? 'No proxy is set. If this network needs one, set HTTPS_PROXY, or: npm config set https-proxy ADDRESS'
      : `The proxy was ${address}`
  return withoutPasswords(`${reason}. ${proxyNote}. ELECTRON_MIRROR can name another source.`)
}

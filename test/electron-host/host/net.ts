import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { netErrorName } from './net-errors.ts'
import type { SchemeHandler } from './protocol.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain',
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

const fetchFile = async (url: string): Promise<Response> => {
  const path = fileURLToPath(url)
  if (!existsSync(path)) throw new Error('net::ERR_FILE_NOT_FOUND')
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return new Response(await readFile(path), { headers: { 'content-type': type } })
}

/** net.fetch: Node's fetch, with files and the app's own schemes, Chromium's error names, and loopback only. */
export const createNetFetch =
  (handlerOf: (url: string) => SchemeHandler | undefined) =>
  async (
    input: string | URL | Request,
    init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {},
  ): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { bypassCustomProtocolHandlers, ...options } = init
    const handler = bypassCustomProtocolHandlers === true ? undefined : handlerOf(url)
    if (handler !== undefined) return handler(new Request(input, options))
    if (url.startsWith('file:')) return fetchFile(url)
    // Windows have the same rule: nothing leaves this machine.
    if (!isLoopback(new URL(url).hostname)) throw new Error('net::ERR_NAME_NOT_RESOLVED')
    try {
      return await fetch(input, options)
    } catch (error) {
      if (error instanceof Error && error.name !== 'TypeError') throw error
      throw Object.assign(new Error(`net::${netErrorName(error)}`), { cause: error })
    }
  }

import type { Fetch } from './fetch.ts'
import { readCapped } from './read-capped.ts'

/** The part of the standard `fetch` that is used. */
export type WebFetch = (url: string, init: RequestInit) => Promise<Response>

/** `Fetch` on top of a standard `fetch`: that of the practice platform, or Node's. */
export function fetchOver(webFetch: WebFetch): Fetch {
  return async ({ method, url, headers, body, maxBytes, signal, onProgress }) => {
    try {
      const response = await webFetch(url, {
        method,
        headers,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal,
        ...(body === undefined ? {} : { body }),
      })
      onProgress()
      const text = await readCapped(response, maxBytes, onProgress)
      return { kind: 'answer', status: response.status, header: (name) => response.headers.get(name), text }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }
}

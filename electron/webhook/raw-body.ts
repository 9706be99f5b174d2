import type { IncomingMessage } from 'node:http'

/** Size limit of a body. One event has a few hundred bytes. */
export const BODY_LIMIT_BYTES = 1_048_576

export type RawBody = { readonly kind: 'body'; readonly bytes: Buffer } | { readonly kind: 'too-large' | 'gone' }

/** The received bytes: the signature covers them. Stops at the limit, with or without an announced length. */
export function readRawBody(request: IncomingMessage): Promise<RawBody> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return Promise.resolve({ kind: 'too-large' })
  const { promise, resolve } = Promise.withResolvers<RawBody>()
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > BODY_LIMIT_BYTES) {
      chunks.length = 0
      request.pause()
      resolve({ kind: 'too-large' })
    } else {
      chunks.push(chunk)
    }
  })
  request.on('end', () => resolve({ kind: 'body', bytes: Buffer.concat(chunks) }))
  request.on('error', () => resolve({ kind: 'gone' }))
  request.on('close', () => resolve({ kind: 'gone' }))
  return promise
}

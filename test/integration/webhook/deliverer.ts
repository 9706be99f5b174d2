import { createHmac } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { WEBHOOK_PATH } from '../../../shared/webhook.ts'

/** The platform's side of the webhook. */

export const sign = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

export type DeliveryAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly tookMs: number
}

export type Sending = {
  readonly port: number
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

export function send({
  port,
  path = WEBHOOK_PATH,
  method = 'POST',
  headers = {},
  body = '',
}: Sending): Promise<DeliveryAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DeliveryAnswer>()
  const beganAt = performance.now()
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
    response.resume()
    resolve({ status: response.statusCode ?? 0, headers: response.headers, tookMs: performance.now() - beganAt })
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

export const deliver = (port: number, secret: string, event: unknown): Promise<DeliveryAnswer> => {
  const body = JSON.stringify(event)
  return send({ port, body, headers: { 'X-App-Signature': sign(secret, body) } })
}

/**
 * Writes raw text to a connection. Resolves when the other side has closed it, with its answer and the elapsed time.
 */
export function raw(port: number, text: string): Promise<{ readonly answer: string; readonly openMs: number }> {
  const { promise, resolve } = Promise.withResolvers<{ answer: string; openMs: number }>()
  const beganAt = performance.now()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => resolve({ answer, openMs: performance.now() - beganAt }))
  return promise
}

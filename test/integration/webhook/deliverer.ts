import { createHmac } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { WEBHOOK_PATH } from '../../../shared/contract/webhook.ts'

/** The platform's side of the webhook. */

export const sign = (secret: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

export type DeliveryAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
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
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
    response.resume()
    resolve({ status: response.statusCode ?? 0, headers: response.headers })
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

export const deliver = (port: number, secret: string, event: unknown): Promise<DeliveryAnswer> => {
  const body = JSON.stringify(event)
  return send({ port, body, headers: { 'X-App-Signature': sign(secret, body) } })
}

/** Writes raw text to a connection. Resolves to the answer of the other side when this side has closed it. */
export function raw(port: number, text: string): Promise<{ readonly answer: string }> {
  const { promise, resolve } = Promise.withResolvers<{ answer: string }>()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => resolve({ answer }))
  return promise
}

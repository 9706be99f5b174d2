import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type PageServer, startPageServer } from '../../../electron/customers/page-server.ts'

const TOKEN = 'k7pm-3qxt-9wfa-b2rn'
const HOST = '127.0.0.1'
const ANSWER = { preparing: ['4801'], ready: ['4799'], time: '19:42', ageMs: 4_000, isLate: false }

let server: PageServer
let now = 0
afterEach(() => server.close())

async function open(): Promise<string> {
  now = 0
  server = await startPageServer({
    token: TOKEN,
    host: HOST,
    port: 0,
    answer: () => ANSWER,
    locale: () => 'pt-BR',
    monotonicNow: () => now,
  })
  return `http://${HOST}:${server.port}`
}

type Raw = { readonly socket: Socket; readonly answer: Promise<string> }

/** Everything that the server sends on one connection until it closes it. */
function raw(text: string): Raw {
  const socket = connect(server.port, HOST)
  const chunks: string[] = []
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => chunks.push(bytes.toString('latin1')))
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(chunks.join(''))))
  socket.write(text)
  return { socket, answer }
}
const statusOf = (answer: string): string => answer.split(' ')[1] ?? ''

describe('the page for a TV', () => {
  it('sends the page, its two files and the numbers, each with strict headers', async () => {
    const base = await open()
    for (const path of [`/${TOKEN}`, `/${TOKEN}/board.css`, `/${TOKEN}/board.js`, `/${TOKEN}/orders`]) {
      const answer = await fetch(`${base}${path}`)
      expect(answer.status).toBe(200)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/u)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    const orders = await fetch(`${base}/${TOKEN}/orders`)
    expect(await orders.json()).toEqual(ANSWER)
  })

  it.each([
    '/',
    '/orders',
    '/board.js',
    `/${TOKEN}x`,
    `/${TOKEN.slice(0, -1)}`,
    `/${TOKEN}/orders/`,
    `/${TOKEN}/orders?all=1`,
    `/${TOKEN}/../ledger.db`,
    `/${TOKEN}//orders`,
    `/${TOKEN.toUpperCase()}/orders`,
    `/${TOKEN}/%6frders`,
    '/screen',
    '/pair',
  ])('refuses the path %s with an empty answer', async (path) => {
    await open()
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: tv\r\nConnection: close\r\n\r\n`).answer
    expect(statusOf(answer)).toBe('404')
    expect(answer.split('\r\n\r\n')[1]).toBe('')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'])(
    'refuses the method %s, also with the right link',
    async (method) => {
      await open()
      const answer = await raw(
        `${method} /${TOKEN}/orders HTTP/1.1\r\nHost: tv\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      ).answer
      expect(statusOf(answer)).toBe('405')
    },
  )

  it('refuses a body without reading it, and headers that are too long', async () => {
    await open()
    const body = raw(`GET /${TOKEN}/orders HTTP/1.1\r\nHost: tv\r\nContent-Length: 1000000\r\n\r\n`)
    expect(statusOf(await body.answer)).toBe('413')
    const chunked = raw(`GET /${TOKEN}/orders HTTP/1.1\r\nHost: tv\r\nTransfer-Encoding: chunked\r\n\r\n`)
    expect(statusOf(await chunked.answer)).toBe('413')
    const long = raw(`GET /${TOKEN}/orders HTTP/1.1\r\nHost: tv\r\nX: ${'x'.repeat(8_000)}\r\n\r\n`)
    expect(statusOf(await long.answer)).toBe('431')
  })

  it('refuses every request of an address that guesses links, for a limited time', async () => {
    const base = await open()
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess += 1) statuses.push((await fetch(`${base}/guess-${guess}`)).status)
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(statuses.slice(20)).toEqual(Array.from({ length: 5 }, () => 429))
    expect((await fetch(`${base}/${TOKEN}/orders`)).status).toBe(429)
    now += 10_000
    expect((await fetch(`${base}/${TOKEN}/orders`)).status).toBe(200)
  })

  it('limits the requests of one address', async () => {
    const base = await open()
    const statuses = []
    for (let at = 0; at < 65; at += 1) statuses.push((await fetch(`${base}/${TOKEN}/orders`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})

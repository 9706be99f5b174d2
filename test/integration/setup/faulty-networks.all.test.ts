import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkFaultOf } from '../../../electron/platform/network-fault.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import type { ProbeFault, ProbeReport } from '../../../shared/contract/setup.ts'
import { type Authority, openAuthority } from '../../fixtures/certificates.ts'
import { launchChromium } from '../../fixtures/headless-chromium.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import {
  authenticatingProxy,
  captivePortal,
  openStrangeServers,
  type StrangeServers,
} from '../../fixtures/strange-servers.ts'

/** The connection test with real servers: with Node's client, and with the error messages of the real Chromium. */

/** An address that does not exist: the proxies answer before its name is looked up. */
const BEHIND_PROXY = 'https://orders.example.test/'

let authority: Authority
let servers: StrangeServers
const trusted = tls.getCACertificates('default')

beforeAll(() => {
  authority = openAuthority()
  servers = openStrangeServers()
  tls.setDefaultCACertificates([...trusted, readFileSync(authority.path, 'utf8')])
})
afterAll(() => {
  tls.setDefaultCACertificates([...trusted])
  servers.end()
  authority.end()
})

/**
 * Node's `fetch` turns 407 into an error without a message, as `fetch` in a page does. Chromium's network returns the
 * answer.
 */
const plainFetch: WebFetch = (url, { method = 'GET' }) =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method }, async (answer) => {
      const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      resolve(new Response(await text(answer), { status: answer.statusCode ?? 0, headers }))
    })
    asked.on('error', reject).end()
  })

const probe = (apiUrl: string, through: WebFetch = fetch): Promise<ProbeReport> =>
  probeConnection(
    { apiUrl, clientId: 'client', clientSecret: 'canary', scope: 'od.orders' },
    {
      fetch: fetchOver(through),
      wallNow: Date.now,
      monotonicNow: () => performance.now(),
      isOnline: () => true,
      log: createMemoryLog(),
    },
  )

describe('the connection test of a site', () => {
  it.each<readonly [string, () => Promise<string>, ProbeFault, boolean]>([
    [
      'with a certificate of a known authority reaches it',
      () => servers.secure(authority.issue()),
      'wrong-address',
      false,
    ],
    [
      'with an expired certificate',
      () => servers.secure(authority.issue({ fromDays: -9, toDays: -1 })),
      'certificate-date',
      false,
    ],
    [
      'with a certificate that begins tomorrow, as a clock that is behind sees it',
      () => servers.secure(authority.issue({ fromDays: 1, toDays: 9 })),
      'certificate-date',
      false,
    ],
    [
      'with the certificate of another site',
      () => servers.secure(authority.issue({ name: 'DNS:elsewhere.test' })),
      'certificate',
      false,
    ],
    ['with a self-signed certificate', () => servers.secure(authority.selfSigned()), 'certificate', false],
    [
      'without TLS at an https address',
      async () => (await servers.plain((_request, response) => response.end())).replace('http:', 'https:'),
      'certificate',
      false,
    ],
    [
      'that closes the connection',
      async () => `https://127.0.0.1:${await servers.hangingUp()}/canary/od/v2`,
      'unreachable',
      true,
    ],
    ['behind the login page of a Wi-Fi', () => servers.plain(captivePortal), 'login-page', true],
  ])('%s', async (_name, site, fault, mayKeep) => {
    const address = await site()
    await expect(probe(address)).resolves.toMatchObject({ fault, failedAt: 'reach', mayKeep })
  })
})

it('an intercepting proxy that requires a login is distinguished from the platform', async () => {
  const proxy = await servers.plain(authenticatingProxy)
  await expect(probe(proxy, plainFetch)).resolves.toMatchObject({
    fault: 'proxy',
    status: 407,
  })
})

describe('with Chromium’s error messages', () => {
  it('faults of certificates, connections and proxies are distinguished', async () => {
    const browser = await launchChromium({ isWhole: true })
    const wordsOf = async (url: string, proxyPort?: number): Promise<string> => {
      const context = await browser.newContext(
        proxyPort === undefined ? {} : { proxy: { server: `http://127.0.0.1:${proxyPort}` } },
      )
      const page = await context.newPage()
      const failure = await page.goto(url).then(
        () => 'reached',
        (error: Error) => /net::\w+/.exec(error.message)?.[0] ?? error.message,
      )
      await context.close()
      return failure
    }
    const failures = {
      'unknown authority': await wordsOf(await servers.secure(authority.selfSigned())),
      'no TLS': await wordsOf((await servers.plain(captivePortal)).replace('http:', 'https:')),
      'closes the connection': await wordsOf(`https://127.0.0.1:${await servers.hangingUp()}/`),
      'proxy requires a user name': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
      'proxy requires an unknown scheme': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Riddle\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
      'proxy refuses': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
      ),
      // No test listens on a port below 1024.
      'no proxy at the address': await wordsOf(BEHIND_PROXY, 999),
    }
    await browser.close()
    console.log(JSON.stringify(failures))
    expect(Object.values(failures).every((words) => words.startsWith('net::'))).toBe(true)
    expect(
      Object.fromEntries(Object.entries(failures).map(([name, words]) => [name, networkFaultOf(new Error(words))])),
    ).toEqual({
      'unknown authority': 'certificate',
      'no TLS': 'certificate',
      'closes the connection': 'unreachable',
      'proxy requires a user name': 'proxy',
      'proxy requires an unknown scheme': 'proxy',
      'proxy refuses': 'proxy',
      'no proxy at the address': 'proxy',
    })
  })
})

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { networkFaultOf } from '../../../electron/setup/network-fault.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import type { ProbeFault, ProbeReport } from '../../../shared/setup.ts'
import { type Authority, openAuthority } from '../../fixtures/certificates.ts'
import { launchChromium } from '../../fixtures/headless-chromium.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import {
  authenticatingProxy,
  captivePortal,
  openStrangeServers,
  type StrangeServers,
} from '../../fixtures/strange-servers.ts'

/** What the connection test makes of real servers, through Node's own client and in the words of the real Chromium. */

/** Of a network that nobody reaches: the proxies answer before anything is looked up. */
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

/** Node's `fetch` makes a wordless error of 407, as a page's would; Chromium's network gives the answer itself. */
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

describe('a site that really exists', () => {
  it.each<readonly [string, () => Promise<string>, ProbeFault, boolean]>([
    ['of a known authority is reached', () => servers.secure(authority.issue()), 'wrong-address', false],
    [
      'with an expired certificate',
      () => servers.secure(authority.issue({ fromDays: -9, toDays: -1 })),
      'certificate-date',
      false,
    ],
    [
      'with a certificate that begins tomorrow, as it looks to a clock that is behind',
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
    ['with a certificate of its own making', () => servers.secure(authority.selfSigned()), 'certificate', false],
    [
      'without TLS where there should be some',
      async () => (await servers.plain((_request, response) => response.end())).replace('http:', 'https:'),
      'certificate',
      false,
    ],
    ['that hangs up', async () => `https://127.0.0.1:${await servers.hangingUp()}/canary/od/v2`, 'unreachable', true],
    ['behind the login page of a Wi-Fi', () => servers.plain(captivePortal), 'login-page', true],
  ])('%s', async (_name, site, fault, mayKeep) => {
    expect(await probe(await site())).toMatchObject({ fault, failedAt: 'reach', mayKeep })
  })
})

it('an intercepting proxy that asks for a login is distinguished from the platform', async () => {
  expect(await probe(await servers.plain(authenticatingProxy), plainFetch)).toMatchObject({
    fault: 'proxy',
    status: 407,
  })
})

describe('in Chromium’s words', () => {
  it('faults of certificates, lines and proxies are distinguished', { timeout: 60_000 }, async () => {
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
    const heard = {
      'nobody vouches': await wordsOf(await servers.secure(authority.selfSigned())),
      'no TLS': await wordsOf((await servers.plain(captivePortal)).replace('http:', 'https:')),
      'hangs up': await wordsOf(`https://127.0.0.1:${await servers.hangingUp()}/`),
      'proxy wants a name': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
      'proxy wants what nobody knows': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy(
          'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Riddle\r\nContent-Length: 0\r\n\r\n',
        ),
      ),
      'proxy refuses': await wordsOf(
        BEHIND_PROXY,
        await servers.proxy('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
      ),
      // Of the ports below 1024 none is listened to by a test.
      'no proxy there': await wordsOf(BEHIND_PROXY, 999),
    }
    await browser.close()
    console.log(JSON.stringify(heard))
    expect(Object.values(heard).every((words) => words.startsWith('net::'))).toBe(true)
    expect(
      Object.fromEntries(Object.entries(heard).map(([name, words]) => [name, networkFaultOf(new Error(words))])),
    ).toEqual({
      'nobody vouches': 'certificate',
      'no TLS': 'certificate',
      'hangs up': 'unreachable',
      'proxy wants a name': 'proxy',
      'proxy wants what nobody knows': 'proxy',
      'proxy refuses': 'proxy',
      'no proxy there': 'proxy',
    })
  })
})

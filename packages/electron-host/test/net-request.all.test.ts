import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { STRANGE_ANSWERS } from '../../../test/fixtures/strange-bytes.ts'
import { ORDINARY_ANSWERS, serveAnswers } from './http-answers.ts'
import { runApp } from './run-app.ts'

const ADAPTER = pathToFileURL(resolve(import.meta.dirname, '../../../electron/shell/platform-fetch.ts')).href

/** After this time without an outcome, a fetch of Electron has none. */
const NEVER_AFTER_MS = 1_500
/** The limit of each fetch by the adapter; the server does not answer one of them. */
const ADAPTER_LIMIT_MS = 60_000
const NO_ANSWER_LIMIT_MS = 1_000

/** Fetches each path in turn inside an app. Reports the outcomes and every uncaught exception. */
const fetchEach = (
  origin: string,
  names: readonly string[],
  fetchSource: string,
  neverAfterMs = 2 * ADAPTER_LIMIT_MS,
) =>
  runApp(`app.whenReady().then(async () => {
    const { createPlatformFetch } = await import(${JSON.stringify(ADAPTER)})
    const uncaught = []
    process.on('uncaughtException', (error) => uncaught.push(error.constructor.name))
    process.on('unhandledRejection', (error) => uncaught.push(error.constructor.name))
    const platformFetch = createPlatformFetch((options) => net.request(options), session.fromPartition)
    const fetchOne = ${fetchSource}
    const outcomes = {}
    for (const name of ${JSON.stringify(names)}) outcomes[name] = await Promise.race([fetchOne('${origin}/' + name), sleep(${neverAfterMs}).then(() => 'never')])
    await sleep(50)
    report(outcomes); report(uncaught); app.quit() })`)

const BY_NET_FETCH = `(url) => net.fetch(url).then((answer) => answer.status, (error) => error.message)`
const byAdapter = (method: 'GET' | 'POST') => `async (url) => {
  const limit = AbortSignal.timeout(url.endsWith('/no-answer') ? ${NO_ANSWER_LIMIT_MS} : ${ADAPTER_LIMIT_MS})
  const outcome = await platformFetch({ method: '${method}', url, headers: {}, maxBytes: 1000, signal: limit, onProgress: () => {} })
  return outcome.kind === 'answer' ? [outcome.status, outcome.bytes?.toString() ?? 'too long', outcome.header('date')] : outcome.error.message
}`

const BY_ADAPTER = byAdapter('GET')

describe('net.fetch of Electron', () => {
  it('throws an uncaught exception and never settles for answers that the standard Headers and Response reject', async () => {
    const { origin } = await serveAnswers()
    const names = Object.keys(STRANGE_ANSWERS)
    const { reports } = await fetchEach(origin, names, BY_NET_FETCH, NEVER_AFTER_MS)
    expect(reports[0]).toEqual(Object.fromEntries(names.map((name) => [name, 'never'])))
    expect(reports[1]).toEqual(['TypeError', 'TypeError', 'RangeError', 'RangeError', 'TypeError'])
  })
})

describe('the fetch of the platform’s client', () => {
  it('returns a value for each of these answers', async () => {
    const { origin } = await serveAnswers()
    const { reports } = await fetchEach(origin, Object.keys(STRANGE_ANSWERS), BY_ADAPTER)
    expect(reports).toEqual([
      {
        'header-not-utf8': [200, '{}', null],
        'header-above-latin1': [200, '{}', null],
        'status-600': [600, '{}', null],
        'status-999': [999, '{}', null],
        'status-text-not-latin1': [200, '{}', null],
      },
      [],
    ])
  })

  it('returns redirects, truncated bodies, long bodies, missing answers and unreachable hosts as values', async () => {
    const { origin, heads } = await serveAnswers()
    const { reports } = await fetchEach(origin, Object.keys(ORDINARY_ANSWERS), BY_ADAPTER)
    expect(reports).toEqual([
      {
        json: [200, '{}', 'Sun, 22 Nov 2026 12:00:00 GMT'],
        zipped: [200, '{"coração":1}', null],
        empty: [204, '', null],
        redirect: [302, '', null],
        refused: [401, '{}', null],
        long: [200, 'too long', null],
        'cut-by-length': 'net::ERR_CONTENT_LENGTH_MISMATCH',
        'cut-in-chunks': 'net::ERR_INCOMPLETE_CHUNKED_ENCODING',
        'bad-zip': 'net::ERR_CONTENT_DECODING_FAILED',
        'no-http': 'net::ERR_INVALID_HTTP_RESPONSE',
        'no-answer': 'The operation was aborted due to timeout',
      },
      [],
    ])
    expect(heads.filter((head) => /^cookie:/im.test(head))).toEqual([])
    expect(heads.filter((head) => head.includes('GET /json'))).toHaveLength(1)
  })

  it('sends a POST once, although the host repeats a request on a used connection that ends without an answer', async () => {
    const { origin, heads } = await serveAnswers()
    const names = ['json', 'closed-once-1', 'json', 'closed-once-2']
    const gets = await fetchEach(origin, names, BY_ADAPTER)
    expect(gets.reports[0]).toMatchObject({
      'closed-once-1': [200, '{}', expect.any(String)],
      'closed-once-2': [200, '{}', expect.any(String)],
    })
    expect(heads.filter((head) => head.includes('closed-once'))).toHaveLength(4)
    const posts = await serveAnswers()
    const { reports } = await fetchEach(posts.origin, names, byAdapter('POST'))
    expect(reports[0]).toMatchObject({
      'closed-once-1': 'net::ERR_EMPTY_RESPONSE',
      'closed-once-2': 'net::ERR_EMPTY_RESPONSE',
    })
    expect(posts.heads.filter((head) => head.includes('POST /closed-once'))).toHaveLength(2)
  })

  it('returns a value for a request that cannot be sent', async () => {
    const { reports } = await fetchEach('http://orders.example.test', ['a'], BY_ADAPTER)
    expect(reports).toEqual([{ a: 'net::ERR_NAME_NOT_RESOLVED' }, []])
    const odd = await fetchEach(
      'http://127.0.0.1:1',
      ['a'],
      BY_ADAPTER.replace('headers: {}', String.raw`headers: { a: 'b\nc' }`),
    )
    expect(odd.reports).toEqual([{ a: "Invalid value for header 'a': 'b\nc'" }, []])
    expect((await fetchEach('nonsense', ['a'], BY_ADAPTER)).reports).toEqual([{ a: 'Invalid URL' }, []])
  })
})

describe('a request with the parts of its address', () => {
  it('is sent to the same address as in Electron', async () => {
    const { origin } = await serveAnswers()
    const { port } = new URL(origin)
    const { reports } = await runApp(`app.whenReady().then(async () => {
      const outcome = (options) => new Promise((resolve) => {
        try {
          const request = net.request(options)
          request.on('response', (answer) => resolve(answer.statusCode))
          request.on('error', (error) => resolve(error.message))
          request.end()
        } catch (error) { resolve(error.message) }
      })
      const at = { protocol: 'http:', hostname: '127.0.0.1', port: '${port}' }
      report(await outcome({ ...at, path: '/status-600' }))
      report(await outcome({ protocol: 'http:', host: '127.0.0.1:${port}', path: '/status-999' }))
      report(await outcome({ ...at, path: '/with blank' }))
      app.quit() })`)
    expect(reports).toEqual([600, 999, 'Request path contains unescaped characters'])
  })
})

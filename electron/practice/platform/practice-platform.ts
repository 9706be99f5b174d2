import { randomInt, randomUUID } from 'node:crypto'
import { MOVES, type WireEvent } from './interface.ts'
import { type ActAnswer, createOrderModel, type ModelOrder } from './model.ts'
import { createHostOf1, type Reply } from './open-delivery-1.ts'
import { makeOrder } from './order-factory.ts'
import { between, chance, seededRandom, shuffled } from './randomness.ts'
import { PRACTICE_SCRIPTS, type PracticeScript, playScript, REALISTIC_DELAYS } from './scripts.ts'

const ROOT = '/practice/od/v2'
const ROOT_OF_1 = '/practice-1'
const ORIGIN = 'http://practice.invalid'
const MERCHANT = { id: 'loja-pinheiros', name: 'Cantina da Esquina', externalCode: 'LOJA-01' }
const EVENTS_PER_PAGE = 1000
const TOKEN_LIFETIME_SECONDS = 3600
/** Number of acknowledged events that a repeated page contains. */
const OLD_EVENTS = 20

const failure = (status: number, code: string, message: string): Reply => ({ status, body: { code, message } })
const NOT_FOUND = failure(404, 'NOT_FOUND', 'Not found')

/** A text field of a JSON object; empty when there is none. */
function textIn(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** A script, or the name of one. */
export type ChosenScript = PracticeScript | keyof typeof PRACTICE_SCRIPTS

/**
 * An order platform with one shop, as a function without sockets. It plays the script and answers the calls of a client.
 * @param machineNow this computer's clock, milliseconds since 1970
 */
export function createPracticePlatform(chosen: ChosenScript, machineNow: () => number) {
  const script: PracticeScript = typeof chosen === 'string' ? PRACTICE_SCRIPTS[chosen] : chosen
  const random = seededRandom(script.seed ?? randomInt(2 ** 32))
  const clientId = randomUUID()
  const clientSecret = randomUUID()
  const token = randomUUID()
  const begunAt = machineNow()
  const sourceAppId = randomUUID()
  const pending = new Map<string, WireEvent>()
  const acknowledged: WireEvent[] = []
  const { confirmDeadlineMs, outage } = script
  const model = createOrderModel({
    now: machineNow,
    random,
    publish: (_order, event) => void pending.set(event.eventId, event),
    cancellation: { answer: 'accept', delayMs: 3_000 },
    automaticDelays: REALISTIC_DELAYS,
    ...(confirmDeadlineMs === undefined ? {} : { confirmDeadlineMs }),
  })
  playScript(
    {
      ...model,
      random,
      place(request) {
        const at = model.now() - (request.backdateMs ?? 0)
        const order = makeOrder(request, { random, at, merchant: MERCHANT, sourceAppId })
        return model.place(order, { deliveryCode: String(between(random, 100_000, 999_999)), ...request })
      },
    },
    script,
  )

  function poll(): Reply {
    model.runDueActions()
    const page = [...pending.values()].slice(0, EVENTS_PER_PAGE)
    const events =
      script.repeatedPages !== undefined && chance(random, script.repeatedPages)
        ? shuffled(random, [...page, ...page, ...page, ...acknowledged])
        : page
    return events.length === 0 ? { status: 204 } : { status: 200, body: events }
  }

  function acknowledge(body: unknown): Reply {
    const ids = typeof body === 'object' && body !== null && 'eventIds' in body ? body.eventIds : undefined
    if (!Array.isArray(ids)) return failure(400, 'BAD_REQUEST', '{"eventIds": [...]} expected')
    acknowledgeEvents(ids)
    return { status: 202 }
  }

  function acknowledgeEvents(ids: readonly string[]): void {
    for (const id of ids) {
      const event = pending.get(id)
      if (event !== undefined) acknowledged.push(event)
      if (acknowledged.length > OLD_EVENTS) acknowledged.shift()
      pending.delete(id)
    }
  }

  const answerOf1 = createHostOf1(
    {
      ...model,
      waiting() {
        model.runDueActions()
        return [...pending.values()].slice(0, EVENTS_PER_PAGE)
      },
      acknowledge: acknowledgeEvents,
    },
    `${ORIGIN}${ROOT_OF_1}`,
  )

  function issueToken(form: URLSearchParams): Reply {
    const isKnown = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (!isKnown) return failure(401, 'invalid_client', 'Unknown client or wrong secret')
    return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFETIME_SECONDS } }
  }

  const settled = (answer: ActAnswer): Reply =>
    answer.kind === 'accepted' ? { status: 202 } : failure(409, 'INVALID_ORDER_STATE_TRANSITION', answer.message)

  function act(order: ModelOrder, action: string | undefined, url: URL, body: unknown): Reply {
    const { status, lastEvent, payload } = order
    if (action === undefined) return { status: 200, body: { ...payload, status, lastEvent } }
    const move = MOVES.find((name) => name === action)
    if (move !== undefined) return settled(model.act(order, move))
    if (action === 'requestCancellation') {
      return settled(model.requestCancellation(order, { code: textIn(body, 'code'), reason: textIn(body, 'reason') }))
    }
    if (action !== 'validateCode') return NOT_FOUND
    return url.searchParams.get('deliveryCode') === order.behaviour.deliveryCode
      ? { status: 200 }
      : failure(400, 'INVALID_DELIVERY_CODE', 'The delivery code is wrong')
  }

  function answer(url: URL, headers: Headers, text: string): Reply {
    const root = [ROOT, ROOT_OF_1].find((one) => url.pathname.startsWith(`${one}/`))
    if (root === undefined) return NOT_FOUND
    const path = url.pathname.slice(root.length)
    if (path === '/oauth/token') return issueToken(new URLSearchParams(text))
    if (headers.get('authorization') !== `Bearer ${token}`) return failure(401, 'UNAUTHORIZED', 'Invalid token')
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (root === ROOT_OF_1) return answerOf1(path, url.searchParams, body)
    if (path === '/events:polling') return poll()
    if (path === '/events/acknowledgment') return acknowledge(body)
    const [, orderId, action] = /^\/orders\/([^/]+)(?:\/([\w-]+))?$/.exec(path) ?? []
    const order = model.find(decodeURIComponent(orderId ?? ''))
    return order === undefined ? NOT_FOUND : act(order, action, url, body)
  }

  return {
    apiUrl: `${ORIGIN}${ROOT}`,
    /** The same shop, spoken to in Open Delivery 1.x. */
    apiUrlOf1: `${ORIGIN}${ROOT_OF_1}`,
    clientId,
    clientSecret,
    /** Takes and gives what the standard `fetch` does; bodies are texts. */
    async fetch(address: string, init: RequestInit): Promise<Response> {
      init.signal?.throwIfAborted()
      const sinceMs = machineNow() - begunAt
      if (outage !== undefined && sinceMs >= outage.atMs && sinceMs < outage.atMs + outage.forMs) {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' }) })
      }
      const { status, body } = answer(new URL(address), new Headers(init.headers), String(init.body ?? ''))
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json; charset=utf-8', date: new Date(model.now()).toUTCString() },
      })
    },
  }
}

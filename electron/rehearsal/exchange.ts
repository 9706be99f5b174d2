import { answer } from './answer.ts'
import { errorReply } from './error-body.ts'
import { type FaultEffect, type RetryAfter, retryAfterHeader } from './faults.ts'
import { pageWithFaults } from './page-faults.ts'
import type { Ending, LedgerDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'
import { assertNever } from './vocabulary.ts'
import type { World } from './world.ts'

/** The answer to the caller and how it is sent. */
export type Exchange = {
  readonly entry: LedgerDraft
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  /** Absent: no body. */
  readonly text: string | undefined
  readonly delayMs: number
  /** `hang` never answers, `reset` breaks the connection, `truncated` breaks it in the middle of the body. */
  readonly ending: Extract<Ending, 'whole' | 'truncated' | 'reset' | 'hang'>
  /** Call it just before the answer is sent, or with `left` when the caller has disconnected. */
  readonly finish: (how?: 'left') => void
}

const LOGIN_PAGE =
  '<!doctype html><html lang="pt-BR"><head><title>Entrar na rede</title></head><body><form>Senha</form></body></html>'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers one request: faults, then the platform. Synchronous; the server around it waits and sends. */
export function exchange(world: World, request: PlatformRequest, clock: () => number): Exchange {
  const entry = world.witness.open(request)
  entry.clientId = clientOf(world, request)
  world.witness.begin(entry)
  const effects = world.faults.take(request)
  entry.faults = effects.map((effect) => effect.kind)
  const blocked = effects.some((effect) => isUnapplied(effect))
  const overLimit =
    request.route === 'token' &&
    world.tokens.countCall(clock()) > (world.dialect.tokenCallsPerMinute ?? Number.POSITIVE_INFINITY)
  const honest = overLimit
    ? withRetryAfter(errorReply(world.dialect, 429, 'TOO_MANY_REQUESTS', 'Too many token calls'), 60, world)
    : blocked
      ? { status: 200 }
      : pageWithFaults(world, request, entry, answer(world, request, entry), effects)
  const sent = falsified(world, honest, effects)
  entry.status = sent.status
  const wait = waitAsked(effects)
  if (wait !== undefined) world.witness.askToWait(entry, clock() + wait)
  const ending = endingOf(effects)
  return {
    entry,
    ...sent,
    ending,
    delayMs: effects.reduce((sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0), 0),
    finish: (how) => world.witness.close(entry, how ?? ending),
  }
}

function clientOf(world: World, request: PlatformRequest): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1]
  const check = token === undefined ? undefined : world.tokens.check(token, world.model.now())
  return check?.kind === 'valid' ? check.clientId : undefined
}

/** Whether the fault prevents the operation. */
function isUnapplied(effect: FaultEffect): boolean {
  switch (effect.kind) {
    case 'status':
    case 'hang':
    case 'reset':
      return !(effect.applied ?? false)
    case 'html':
      return true
    default:
      return false
  }
}

function endingOf(effects: readonly FaultEffect[]): Exchange['ending'] {
  if (effects.some((effect) => effect.kind === 'hang')) return 'hang'
  if (effects.some((effect) => effect.kind === 'reset')) return 'reset'
  return effects.some((effect) => effect.kind === 'truncated') ? 'truncated' : 'whole'
}

type Sent = Pick<Exchange, 'status' | 'headers' | 'text'>

function falsified(world: World, honest: Reply, effects: readonly FaultEffect[]): Sent {
  let sent = serialized(honest)
  for (const effect of effects) sent = falsifiedBy(world, sent, effect)
  return sent
}

function falsifiedBy(world: World, sent: Sent, effect: FaultEffect): Sent {
  switch (effect.kind) {
    case 'status': {
      const reply: Reply =
        effect.body === undefined
          ? errorReply(world.dialect, effect.status, 'UNAVAILABLE', `Answered ${effect.status} on purpose`)
          : { status: effect.status, body: effect.body }
      return serialized(effect.retryAfter === undefined ? reply : withRetryAfter(reply, effect.retryAfter, world))
    }
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: LOGIN_PAGE }
    case 'content-type':
      return { ...sent, headers: { ...sent.headers, 'content-type': effect.value } }
    case 'text':
      return { ...sent, headers: { ...sent.headers, 'content-type': JSON_TYPE }, text: effect.text }
    case 'delay':
    case 'hang':
    case 'reset':
    case 'truncated':
    case 'shuffled':
    case 'duplicated':
    case 'replayed':
      return sent
    default:
      return assertNever(effect)
  }
}

function serialized(reply: Reply): Sent {
  if (reply.body === undefined) return { status: reply.status, headers: { ...reply.headers }, text: undefined }
  return {
    status: reply.status,
    headers: { 'content-type': JSON_TYPE, ...reply.headers },
    text: JSON.stringify(reply.body),
  }
}

function withRetryAfter(reply: Reply, value: RetryAfter, world: World): Reply {
  return { ...reply, headers: { ...reply.headers, 'retry-after': retryAfterHeader(value, world.model.now()) } }
}

/** Milliseconds that the caller was asked to wait, when the header is readable. */
function waitAsked(effects: readonly FaultEffect[]): number | undefined {
  const waits = effects.flatMap((effect) => {
    if (effect.kind !== 'status') return []
    if (typeof effect.retryAfter === 'number') return [effect.retryAfter * 1000]
    // An HTTP date has whole seconds: the wait may be up to one second shorter.
    return typeof effect.retryAfter === 'object' ? [Math.max(0, effect.retryAfter.inMs - 1000)] : []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

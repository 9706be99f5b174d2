import { answer } from './answer.ts'
import { errorReply } from './error-reply.ts'
import { type FaultEffect, type RetryAfterValue, retryAfterHeader } from './faults.ts'
import { pageWithFaults } from './page-faults.ts'
import type { PlatformState } from './platform-state.ts'
import type { Ending, RequestDraft } from './request-record.ts'
import { header, type PlatformRequest, type Reply } from './requests.ts'
import { assertNever } from './vocabulary.ts'

/** The answer to the caller and how it is sent. */
export type Exchange = {
  readonly entry: RequestDraft
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  /** Absent: no body. */
  readonly text: string | undefined
  readonly delayMs: number
  /** `hang` sends no answer, `reset` breaks the connection, `truncated` breaks it in the middle of the body. */
  readonly ending: Extract<Ending, 'whole' | 'truncated' | 'reset' | 'hang'>
  /** Call it just before the answer is sent, or with `disconnected` when the caller has closed the connection. */
  readonly finish: (how?: 'disconnected') => void
}

const LOGIN_PAGE =
  '<!doctype html><html lang="pt-BR"><head><title>Entrar na rede</title></head><body><form>Senha</form></body></html>'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Computes the answer to one request: the platform's answer, changed by the active faults. The caller delays and sends it. */
export function exchange(state: PlatformState, request: PlatformRequest, clock: () => number): Exchange {
  const entry = state.recorder.open(request)
  entry.clientId = clientOf(state, request)
  state.recorder.begin(entry)
  const effects = state.faults.take(request)
  entry.faults = effects.map((effect) => effect.kind)
  const isPrevented = effects.some((effect) => preventsOperation(effect))
  const overLimit =
    request.route === 'token' &&
    state.tokens.countCall(clock()) > (state.dialect.tokenCallsPerMinute ?? Number.POSITIVE_INFINITY)
  const faultless = overLimit
    ? withRetryAfter(errorReply(state.dialect, 429, 'TOO_MANY_REQUESTS', 'Too many token calls'), 60, state)
    : isPrevented
      ? { status: 200 }
      : pageWithFaults(state, request, entry, answer(state, request, entry), effects)
  const sent = withFaults(state, faultless, effects)
  entry.status = sent.status
  const wait = waitAsked(effects)
  if (wait !== undefined) state.recorder.askToWait(entry, clock() + wait)
  const ending = endingOf(effects)
  return {
    entry,
    ...sent,
    ending,
    delayMs: effects.reduce((sum, effect) => sum + (effect.kind === 'delay' ? effect.ms : 0), 0),
    finish: (how) => state.recorder.close(entry, how ?? ending),
  }
}

function clientOf(state: PlatformState, request: PlatformRequest): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1]
  const check = token === undefined ? undefined : state.tokens.check(token, state.model.now())
  return check?.kind === 'valid' ? check.clientId : undefined
}

/** Whether the platform does not carry out the operation. */
function preventsOperation(effect: FaultEffect): boolean {
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

function withFaults(state: PlatformState, faultless: Reply, effects: readonly FaultEffect[]): Sent {
  let sent = serialized(faultless)
  for (const effect of effects) sent = withFault(state, sent, effect)
  return sent
}

function withFault(state: PlatformState, sent: Sent, effect: FaultEffect): Sent {
  switch (effect.kind) {
    case 'status': {
      const reply: Reply =
        effect.body === undefined
          ? errorReply(state.dialect, effect.status, 'UNAVAILABLE', `Answered ${effect.status} on purpose`)
          : { status: effect.status, body: effect.body }
      return serialized(effect.retryAfter === undefined ? reply : withRetryAfter(reply, effect.retryAfter, state))
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

function withRetryAfter(reply: Reply, value: RetryAfterValue, state: PlatformState): Reply {
  return { ...reply, headers: { ...reply.headers, 'retry-after': retryAfterHeader(value, state.model.now()) } }
}

/** Milliseconds of the `Retry-After` headers of these faults; the longest. `undefined`: no header with a readable time. */
function waitAsked(effects: readonly FaultEffect[]): number | undefined {
  const waits = effects.flatMap((effect) => {
    if (effect.kind !== 'status') return []
    if (typeof effect.retryAfter === 'number') return [effect.retryAfter * 1000]
    // An HTTP date has whole seconds: the wait may be up to one second shorter.
    return typeof effect.retryAfter === 'object' ? [Math.max(0, effect.retryAfter.inMs - 1000)] : []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

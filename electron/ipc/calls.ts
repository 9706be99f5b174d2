import type { IpcMain } from 'electron'
import { CALLS, type CallName } from '../../shared/contract/calls.ts'
import { type CallArgs, type CallResult, type CallValue, contract } from '../../shared/contract/contract.ts'
import { fail } from '../../shared/result.ts'
import type { Admit } from '../core/admission.ts'
import type { Log } from '../logging/log-port.ts'

/** What the check needs of an Electron IPC event (`IpcMainInvokeEvent` fits). */
type SenderEvent = {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

type SenderRules = {
  /** Whether the web contents with this id belong to an open window of this program. */
  readonly isAppWindow: (contentsId: number) => boolean
  readonly isAppUrl: (address: string) => boolean
}

/**
 * SECURITY: ipc-sender (docs/security.md). A call is accepted only from the top frame of one of the program's windows that
 * shows the program's own origin. Fails closed: a frame that is gone, or whose properties throw because it was disposed of,
 * is refused.
 */
function isTrustedSender(event: SenderEvent, rules: SenderRules): boolean {
  try {
    const { sender, senderFrame } = event
    if (!senderFrame || senderFrame.parent !== null) return false
    return rules.isAppWindow(sender.id) && rules.isAppUrl(senderFrame.url)
  } catch {
    return false
  }
}

/** Characters and values of one call; the longest that a window makes is the list of places (`places:remember`). */
const MAX_CHARACTERS = 1_000_000
/** A value without text counts as much as a short text. */
const VALUE_CHARACTERS = 8

/** Whether a call's arguments are within the size limit. The work is bounded by the limit, not by the arguments. */
export function isWithinRequestSize(args: unknown): boolean {
  let left = MAX_CHARACTERS
  const open: unknown[] = [args]
  while (open.length > 0 && left >= 0) {
    const value = open.pop()
    left -= VALUE_CHARACTERS
    if (typeof value === 'string') left -= value.length
    if (typeof value !== 'object' || value === null) continue
    for (const name in value) {
      left -= name.length + VALUE_CHARACTERS
      if (left < 0) return false
      open.push(Reflect.get(value, name))
    }
  }
  return left >= 0
}

/** One handler per call; a call of the contract without one does not compile. */
export type CallHandlers = {
  readonly [C in CallName]: (args: CallArgs<C>) => CallResult<CallValue<C>> | Promise<CallResult<CallValue<C>>>
}

export type CallParts = {
  readonly ipc: Pick<IpcMain, 'handle'>
  readonly answer: ExecuteCall
  readonly senders: SenderRules
  /** Whether calls that the PIN guards are answered now. */
  readonly admits: () => boolean
  readonly log: Log
}

/** Answers every call of the contract. The only place that touches `ipcMain`. */
export function registerCalls(parts: CallParts): void {
  for (const call of CALLS) {
    parts.ipc.handle(call, (event, ...received) => answerCall(parts, call, event, received))
  }
}

/** Checks the sender and the number of arguments, then executes the call. */
async function answerCall(
  { answer, senders, admits, log }: CallParts,
  call: CallName,
  event: SenderEvent,
  received: readonly unknown[],
): Promise<CallResult<unknown>> {
  if (!isTrustedSender(event, senders)) {
    log.warn('call-from-untrusted-sender', { call })
    return fail('not-allowed', 'The sender is not a window of this program')
  }
  if (received.length > 1) {
    log.warn('call-malformed', { call })
    return fail('bad-arguments', 'A call has one argument')
  }
  return answer(call, received[0], admits)
}

export type ExecuteCall = (call: CallName, args: unknown, admits: () => boolean) => Promise<CallResult<unknown>>

/**
 * Carries out calls of the contract, from windows and screens: arguments, admission, handler, result. Each step may end the
 * call with a failure. Never rejects: an exception would cross the bridge without its kind.
 */
export function createCallExecutor(parts: {
  readonly handlers: CallHandlers
  readonly admit: Admit
  readonly log: Log
}): ExecuteCall {
  const { handlers, admit, log } = parts
  const execute = async <C extends CallName>(
    call: C,
    received: unknown,
    admits: () => boolean,
  ): Promise<CallResult<unknown>> => {
    if (!isWithinRequestSize(received)) {
      log.warn('call-too-large', { call })
      return fail('bad-arguments', 'The arguments are too large')
    }
    const args = contract[call].args.safeParse(received)
    if (!args.success) {
      log.warn('call-malformed', { call })
      return fail('bad-arguments', 'The arguments do not fit the contract')
    }
    try {
      const refusal = admit(call, admits)
      if (refusal !== undefined) {
        log.warn('call-refused', { call, code: refusal.code })
        return refusal
      }
      // The schema and the handler are looked up by the same call, which the compiler cannot follow through a union.
      const result = await handlers[call](args.data as CallArgs<C>)
      if (!result.ok) {
        log.info('call-failed', { call, code: result.code })
        return result
      }
      const value = contract[call].result.safeParse(result.value)
      if (value.success) return { ok: true, value: value.data }
      const place = value.error.issues[0]?.path.join('.')
      log.error('call-result-malformed', { call, place })
    } catch (error) {
      log.error('call-threw', { call, name: error instanceof Error ? error.name : typeof error })
    }
    return fail('internal', 'The call could not be carried out')
  }
  return execute
}

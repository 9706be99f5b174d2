import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallName } from '../../../shared/contract/calls.ts'
import type { CallArgs, CallResult, CallValue, FailureCode } from '../../../shared/contract/contract.ts'
import { callSafely } from './call-safely.ts'
import { useWindowParts } from './window-parts.ts'

/**
 * The answer to a call, which is made again when its arguments or `about` change. `undefined` until the first one arrives.
 * @param about changes when the answer may have changed
 */
export function useAnswer<C extends CallName>(
  name: C,
  args: CallArgs<C>,
  about?: unknown,
): CallResult<CallValue<C>> | undefined {
  const { bridge } = useWindowParts()
  const [answer, setAnswer] = useState<CallResult<CallValue<C>>>()
  const given = JSON.stringify(args)
  useEffect(() => {
    // Named because a change of it repeats the call.
    void about
    let isCurrent = true
    void callSafely(() => bridge.call[name](JSON.parse(given))).then((next) => {
      if (isCurrent) setAnswer(next)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, name, given, about])
  return answer
}

/**
 * A call on request: `call` makes it and resolves with its answer. `value` and `failure` are those of the last answer, and
 * absent until there is one.
 */
export function useCall<C extends CallName>(name: C) {
  const { bridge } = useWindowParts()
  const [answer, setAnswer] = useState<CallResult<CallValue<C>>>()
  const [isBusy, setBusy] = useState(false)
  const call = async (args: CallArgs<C>): Promise<CallResult<CallValue<C>>> => {
    setAnswer(undefined)
    setBusy(true)
    const given = await callSafely(() => bridge.call[name](args))
    setAnswer(given)
    setBusy(false)
    return given
  }
  return {
    call,
    isBusy,
    value: answer?.ok ? answer.value : undefined,
    failure: answer?.ok === false ? answer.code : undefined,
    clear: () => setAnswer(undefined),
  }
}

/** Makes a call that answers with a value of this type. */
export type Run<V> = <C extends CallsWith<V>>(name: C, args: CallArgs<C>) => void
type CallsWith<V> = { [C in CallName]: CallValue<C> extends V ? C : never }[CallName]

/**
 * Repeats a call every `intervalMs` while the component is shown. `replace` takes the value from elsewhere; `run` makes
 * another call that answers with one. Older answers are dropped.
 * @param args the same in every render
 */
export function usePolled<C extends CallName>(name: C, args: CallArgs<C>, intervalMs: number) {
  const { bridge } = useWindowParts()
  const [value, setValue] = useState<CallValue<C>>()
  const [failure, setFailure] = useState<FailureCode>()
  /** Counts polls and replacements in the order of their begin; `shown` is the one whose answer is shown. */
  const count = useRef({ latest: 0, shown: 0 })
  const show = useCallback((next: CallValue<C>, number: number) => {
    if (number < count.current.shown) return
    count.current.shown = number
    setValue(next)
  }, [])
  const replace = (next: CallValue<C>): void => {
    count.current.latest += 1
    show(next, count.current.latest)
  }
  const run: Run<CallValue<C>> = (other, otherArgs) => {
    void callSafely(() => bridge.call[other](otherArgs)).then((answer) => {
      setFailure(answer.ok ? undefined : answer.code)
      // `Run` admits only calls with this value, which the compiler cannot follow through the table of calls.
      if (answer.ok) replace(answer.value as CallValue<C>)
    })
  }
  useEffect(() => {
    let isMounted = true
    const poll = async (): Promise<void> => {
      count.current.latest += 1
      const number = count.current.latest
      const answer = await callSafely(() => bridge.call[name](args))
      if (isMounted && answer.ok) show(answer.value, number)
    }
    void poll()
    const timer = setInterval(() => void poll(), intervalMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [name, args, bridge, intervalMs, show])
  return { value, failure, replace, run }
}

import { useRef, useState } from 'react'
import type { CallArgs, FailureCode } from '../../shared/contract/contract.ts'
import type { KeepingPlace, KeepTrouble, ProbeReport } from '../../shared/contract/setup.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'

export type TestStage =
  | { readonly at: 'idle' }
  | { readonly at: 'running' }
  | { readonly at: 'tested'; readonly report: ProbeReport }
  | { readonly at: 'keeping'; readonly report: ProbeReport }
  | { readonly at: 'not-kept'; readonly report: ProbeReport; readonly trouble: KeepTrouble }
  /** The call itself failed. */
  | { readonly at: 'refused'; readonly failure: FailureCode }

/**
 * Tests a connection and stores it. Only the answer to the last test counts.
 * @param slot the platform that is connected; absent: the first one
 */
export function useConnectionTest(slot: Slot | 'new' | undefined, onKept: () => void) {
  const { bridge } = useWindowParts()
  const [stage, setStage] = useState<TestStage>({ at: 'idle' })
  const last = useRef(0)
  const target = slot === undefined ? {} : { slot }
  return {
    stage,
    /** The values have changed: a test that runs is of no interest any more. */
    forget: (): void => {
      last.current += 1
      setStage({ at: 'idle' })
    },
    test: async (args: CallArgs<'setup:test'>): Promise<ProbeReport | undefined> => {
      last.current += 1
      const own = last.current
      setStage({ at: 'running' })
      const answer = await callSafely(() => bridge.call['setup:test']({ ...args, ...target }))
      if (own !== last.current) return undefined
      setStage(answer.ok ? { at: 'tested', report: answer.value } : { at: 'refused', failure: answer.code })
      return answer.ok ? answer.value : undefined
    },
    keep: async (report: ProbeReport, where: KeepingPlace): Promise<void> => {
      setStage({ at: 'keeping', report })
      const answer = await callSafely(() => bridge.call['setup:keep']({ where, ...target }))
      if (!answer.ok) return setStage({ at: 'refused', failure: answer.code })
      const { trouble } = answer.value
      if (trouble === undefined) onKept()
      else setStage({ at: 'not-kept', report, trouble })
    },
  }
}
export type ConnectionTest = ReturnType<typeof useConnectionTest>

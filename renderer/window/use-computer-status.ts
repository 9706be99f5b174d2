import { useEffect, useState } from 'react'
import type { ComputerStatus } from '../../shared/contract/computer.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** What this computer supports. Read again when `about` changes. `undefined` until the answer arrives. */
export function useComputerStatus(about: unknown): ComputerStatus | undefined {
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<ComputerStatus>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` changes when the answer may have changed
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['computer:status'](null)).then((answer) => {
      if (isCurrent && answer.ok) setStatus(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, about])
  return status
}

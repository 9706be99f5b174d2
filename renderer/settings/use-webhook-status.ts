import { useEffect, useState } from 'react'
import type { WebhookStatus } from '../../shared/webhook.ts'
import { callSafely } from '../app/call-safely.ts'
import { useWindowParts } from '../app/window-parts.ts'

const LOOK_EVERY_MS = 1_000

/** How the receiver is doing, asked again each second while somebody looks. */
export function useWebhookStatus(): WebhookStatus | undefined {
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<WebhookStatus>()
  useEffect(() => {
    let isHere = true
    const look = async (): Promise<void> => {
      const answer = await callSafely(() => bridge.call['webhook:status'](null))
      if (isHere && answer.ok) setStatus(answer.value)
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [bridge])
  return status
}

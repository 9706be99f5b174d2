import { useCallback, useEffect, useRef, useState } from 'react'
import type { FailureCode } from '../../shared/contract.ts'
import type { HistoryEntry } from '../../shared/history.ts'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** Delay of a search after the last key. */
const SEARCH_DELAY_MS = 150

type Found = { readonly total: number; readonly entries: readonly HistoryEntry[] }

/** What the dialog shows, and the calls of its buttons. */
export function useHistory({
  daysAgo,
  search,
  page,
}: {
  readonly daysAgo: number
  readonly search: string
  readonly page: number
}) {
  const { bridge } = useWindowParts()
  const [found, setFound] = useState<Found>()
  const [listFailure, setListFailure] = useState<FailureCode>()
  const [actionFailure, setActionFailure] = useState<FailureCode>()
  const [isSaved, setSaved] = useState(false)

  const lastRequest = useRef(0)
  const load = useCallback(async (): Promise<void> => {
    lastRequest.current += 1
    const request = lastRequest.current
    const pages = await Promise.all(
      Array.from({ length: page + 1 }, (_, at) =>
        callSafely(() => bridge.call['history:list']({ daysAgo, search, page: at })),
      ),
    )
    // A newer search has begun meanwhile: drop this answer.
    if (request !== lastRequest.current) return
    const refused = pages.find((answer) => !answer.ok)
    setListFailure(refused && !refused.ok ? refused.code : undefined)
    if (refused) return
    const values = pages.flatMap((answer) => (answer.ok ? [answer.value] : []))
    setFound({ total: values[0]?.total ?? 0, entries: values.flatMap(({ entries }) => entries) })
  }, [bridge, daysAgo, search, page])
  useEffect(() => {
    const timer = setTimeout(() => void load(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])

  /** Clears the result of the previous attempt. */
  const clearResult = (): void => {
    setActionFailure(undefined)
    setSaved(false)
  }
  const recall = async ({ orderId, recall: now }: HistoryEntry): Promise<void> => {
    clearResult()
    const answer = await callSafely(() => bridge.call['history:recall']({ orderId, recalled: now !== 'recalled' }))
    setActionFailure(answer.ok ? undefined : answer.code)
    await load()
  }
  const save = async (format: 'json' | 'html', orderId?: string): Promise<void> => {
    clearResult()
    const wanted = { daysAgo, search, format, ...(orderId === undefined ? {} : { orderId }) }
    const answer = await callSafely(() => bridge.call['history:export'](wanted))
    setActionFailure(answer.ok ? undefined : answer.code)
    setSaved(answer.ok && answer.value.saved)
  }
  return { found, failure: actionFailure ?? listFailure, isSaved, recall, save, clearResult }
}

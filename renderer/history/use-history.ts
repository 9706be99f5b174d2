import { useCallback, useEffect, useRef, useState } from 'react'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { HistoryEntry, HistoryPage, HistoryQuery } from '../../shared/contract/history.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useCall } from '../ui/window/use-answer.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'

/** Delay of a search after the last key. */
const SEARCH_DELAY_MS = 150

export type Listed = NonNullable<HistoryQuery['only']>
export type FileFormat = 'json' | 'html'

type Found = Pick<HistoryPage, 'total' | 'entries' | 'counts' | 'missing'>

/** What is listed, and the calls of the page's buttons. */
export function useHistory() {
  const { bridge } = useWindowParts()
  const [daysAgo, setDaysAgo] = useState(0)
  const [search, setSearch] = useState('')
  const [only, setOnly] = useState<Listed>('all')
  const [page, setPage] = useState(0)
  const [found, setFound] = useState<Found>()
  const [listFailure, setListFailure] = useState<FailureCode>()
  const recalling = useCall('history:recall')
  const saving = useCall('history:export')
  const lastRequest = useRef(0)
  const load = useCallback(async (): Promise<void> => {
    lastRequest.current += 1
    const request = lastRequest.current
    const pages = await Promise.all(
      Array.from({ length: page + 1 }, (_, at) =>
        callSafely(() => bridge.call['history:list']({ daysAgo, search, page: at, only })),
      ),
    )
    // A newer search has begun meanwhile: drop this answer.
    if (request !== lastRequest.current) return
    const refused = pages.find((answer) => !answer.ok)
    setListFailure(refused && !refused.ok ? refused.code : undefined)
    if (refused) return
    const values = pages.flatMap((answer) => (answer.ok ? [answer.value] : []))
    const [first] = values
    if (first) setFound({ ...first, entries: values.flatMap(({ entries }) => entries) })
  }, [bridge, daysAgo, search, page, only])
  useEffect(() => {
    const timer = setTimeout(() => void load(), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [load])

  /** Clears the results of the previous attempts, and begins at the first page. */
  const begin = (change: () => void): void => {
    recalling.clear()
    saving.clear()
    change()
    setPage(0)
  }
  return {
    daysAgo,
    search,
    only,
    found,
    failure: recalling.failure ?? saving.failure ?? listFailure,
    isSaved: saving.value?.saved === true,
    changeDay: (next: number) => begin(() => setDaysAgo(next)),
    changeSearch: (next: string) => begin(() => setSearch(next)),
    changeList: (next: Listed) => begin(() => setOnly(next)),
    showMore: () => setPage(page + 1),
    recall: async ({ orderId, recall: now }: HistoryEntry): Promise<void> => {
      recalling.clear()
      saving.clear()
      await recalling.call({ orderId, recalled: now !== 'recalled' })
      await load()
    },
    /** Without an order: the whole day. */
    save: (format: FileFormat, orderId?: string): void => {
      recalling.clear()
      void saving.call({ daysAgo, search, format, ...(orderId === undefined ? {} : { orderId }) })
    },
  }
}

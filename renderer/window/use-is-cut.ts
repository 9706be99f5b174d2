import { freshnessNow } from '../store/freshness-now.ts'
import { useComanda, useTick } from './window-parts.ts'

/** Whether the connection is so bad that its message takes the place of the header. */
export const useIsCut = (): boolean => {
  const freshness = useComanda((store) => store.connection.freshness)
  return useTick((now) => ['stale', 'offline'].includes(freshnessNow(freshness, now)))
}

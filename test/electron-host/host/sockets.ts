import type { ClientRequestConstructorOptions } from 'electron'

type Priority = NonNullable<ClientRequestConstructorOptions['priority']>

/** HTTP/1.1 connections to one host, from Chromium's net/socket/client_socket_pool_manager.cc. */
const MAX_PER_HOST = 6
const RANKS: Readonly<Record<Priority, number>> = { throttled: 0, idle: 1, lowest: 2, low: 3, medium: 4, highest: 5 }

type Waiting = Readonly<{ rank: number; start: () => void }>
type Group = { busy: number; waiting: readonly Waiting[] }

const groups = new Map<string, Group>()

/**
 * Calls `start` when one of the six connections to the host is free, but never before this function has returned. The
 * request with the highest priority is first, then the oldest. The returned function releases the connection or leaves
 * the queue.
 */
export const takeSocket = (origin: string, priority: Priority, start: () => void): (() => void) => {
  const group = groups.get(origin) ?? { busy: 0, waiting: [] }
  groups.set(origin, group)
  let isReleased = false
  const entry: Waiting = { rank: RANKS[priority], start }
  const next = (): void => {
    const [first] = group.waiting.toSorted((a, b) => b.rank - a.rank)
    if (first === undefined || group.busy >= MAX_PER_HOST) return
    group.waiting = group.waiting.filter((one) => one !== first)
    group.busy += 1
    setImmediate(first.start)
  }
  group.waiting = [...group.waiting, entry]
  next()
  return () => {
    if (isReleased) return
    isReleased = true
    if (group.waiting.includes(entry)) group.waiting = group.waiting.filter((one) => one !== entry)
    else group.busy -= 1
    next()
  }
}

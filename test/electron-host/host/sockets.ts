import type { ClientRequestConstructorOptions } from 'electron'

type Priority = NonNullable<ClientRequestConstructorOptions['priority']>

/** net/socket/client_socket_pool_manager.cc of Chromium: HTTP/1.1 connections to one host. */
const MAX_PER_HOST = 6
const RANKS: Readonly<Record<Priority, number>> = { throttled: 0, idle: 1, lowest: 2, low: 3, medium: 4, highest: 5 }

type Waiting = Readonly<{ rank: number; start: () => void }>
type Group = { busy: number; waiting: readonly Waiting[] }

const groups = new Map<string, Group>()

/**
 * Calls `start`, later than this call, when one of the host's six connections is free; the highest priority first, then
 * the oldest. The result gives the connection back, or the place in the queue.
 */
export const takeSocket = (origin: string, priority: Priority, start: () => void): (() => void) => {
  const group = groups.get(origin) ?? { busy: 0, waiting: [] }
  groups.set(origin, group)
  let isOver = false
  const asked: Waiting = { rank: RANKS[priority], start }
  const next = (): void => {
    const [first] = group.waiting.toSorted((a, b) => b.rank - a.rank)
    if (first === undefined || group.busy >= MAX_PER_HOST) return
    group.waiting = group.waiting.filter((one) => one !== first)
    group.busy += 1
    setImmediate(first.start)
  }
  group.waiting = [...group.waiting, asked]
  next()
  return () => {
    if (isOver) return
    isOver = true
    if (group.waiting.includes(asked)) group.waiting = group.waiting.filter((one) => one !== asked)
    else group.busy -= 1
    next()
  }
}

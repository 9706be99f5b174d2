import * as http from 'node:http'
import * as https from 'node:https'
import type { ClientRequestConstructorOptions } from 'electron'

type Priority = NonNullable<ClientRequestConstructorOptions['priority']>

/** HTTP/1.1 connections to one host, from Chromium's net/socket/client_socket_pool_manager.cc. */
const MAX_PER_HOST = 6
const RANKS: Readonly<Record<Priority, number>> = { throttled: 0, idle: 1, lowest: 2, low: 3, medium: 4, highest: 5 }

type Waiting = Readonly<{ rank: number; start: () => void }>
type Group = { busy: number; waiting: readonly Waiting[] }
type Agents = Readonly<{ 'http:': http.Agent; 'https:': https.Agent }>

const newAgents = (): Agents => ({
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
})

/** The connections of one session. */
export class SocketPool {
  readonly #groups = new Map<string, Group>()
  /** Ends the requests that are under way. */
  readonly #aborts = new Set<() => void>()
  #agents = newAgents()

  get agents(): Agents {
    return this.#agents
  }

  /**
   * Calls `start` when one of the six connections to the host is free, by priority, then age, never before this function has
   * returned. The result releases the connection. `abort` ends the request.
   */
  take(origin: string, priority: Priority, start: () => void, abort: () => void): () => void {
    const group = this.#groups.get(origin) ?? { busy: 0, waiting: [] }
    this.#groups.set(origin, group)
    this.#aborts.add(abort)
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
      this.#aborts.delete(abort)
      if (group.waiting.includes(entry)) group.waiting = group.waiting.filter((one) => one !== entry)
      else group.busy -= 1
      next()
    }
  }

  /** Closes every connection, also those of requests that are under way. */
  closeAll(): void {
    for (const abort of [...this.#aborts]) abort()
    for (const agent of Object.values(this.#agents)) agent.destroy()
    this.#agents = newAgents()
  }
}

/** The connections of the default session. */
export const DEFAULT_SOCKETS = new SocketPool()

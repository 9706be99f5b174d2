import type { Queryable } from '../database/database.ts'
import { type Counters, labelText } from './counters.ts'
import { readKitchens, readUpstreams } from './overview.ts'

const numberText = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** The metrics in the Prometheus text format: the state of the chain from the database, and the counts of this process. */
export async function metricsText(db: Queryable, counters: Counters): Promise<string> {
  const [kitchens, upstreams] = await Promise.all([readKitchens(db), readUpstreams(db)])
  const ofKitchens = (value: (kitchen: (typeof kitchens)[number]) => number | null): readonly Sample[] =>
    kitchens.flatMap((kitchen) => {
      const found = value(kitchen)
      return found === null ? [] : [[{ kitchen: kitchen.name, upstream: kitchen.upstream }, found] as const]
    })
  const ofUpstreams = (value: (upstream: (typeof upstreams)[number]) => number | null): readonly Sample[] =>
    upstreams.flatMap((upstream) => {
      const found = value(upstream)
      return found === null ? [] : [[{ upstream: upstream.name }, found] as const]
    })
  const gauges: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[] = [
    [
      'kitchen_lag_seconds',
      'Age of the oldest event that the kitchen has not acknowledged',
      ofKitchens((k) => k.lagSeconds),
    ],
    ['kitchen_unacknowledged_events', 'Events that wait for the kitchen', ofKitchens((k) => k.unacknowledged)],
    ['kitchen_last_poll_seconds', 'Seconds since the last poll of the kitchen', ofKitchens((k) => k.lastPollSeconds)],
    ['kitchen_open_orders', 'Orders that have not ended', ofKitchens((k) => k.openOrders)],
    [
      'kitchen_oldest_unaccepted_seconds',
      'Age of the oldest order that was not accepted',
      ofKitchens((k) => k.oldestUnacceptedSeconds),
    ],
    ['kitchen_silent', '1: open orders and no poll for two minutes', ofKitchens((k) => Number(k.isSilent))],
    [
      'upstream_unacknowledged_events',
      'Events stored and not acknowledged upstream',
      ofUpstreams((u) => u.unacknowledged),
    ],
    [
      'upstream_last_good_poll_seconds',
      'Seconds since the last poll that succeeded; +Inf: none has succeeded',
      ofUpstreams((u) => u.lastGoodPollSeconds ?? Number.POSITIVE_INFINITY),
    ],
    [
      'upstream_refused',
      '1: the platform refuses the credentials of the chain',
      ofUpstreams((u) => Number(u.isRefused)),
    ],
    [
      'upstream_paused_seconds',
      'Remaining seconds of the wait that the upstream requires',
      ofUpstreams((u) => u.pausedSeconds),
    ],
    ['lease_fencing', 'Fencing token of the lease', ofUpstreams((u) => u.fencing)],
    [
      'lease_holder',
      '1 for the process that polls',
      upstreams.flatMap((u) => (u.isLeased ? [[{ upstream: u.name, holder: u.holder ?? '' }, 1] as const] : [])),
    ],
    [
      'events_without_kitchen',
      'Events kept without a kitchen, by reason',
      upstreams.flatMap((u) =>
        (['unrouted', 'unclaimed', 'unroutable'] as const).map(
          (state) => [{ upstream: u.name, state }, u[state]] as const,
        ),
      ),
    ],
    [
      'orders_unreadable',
      'Orders that cannot be read, by reason',
      upstreams.flatMap((u) =>
        Object.entries(u.problems).map(([problem, orders]) => [{ upstream: u.name, problem }, orders] as const),
      ),
    ],
    ['memory_bytes', 'Resident memory of this process', [[{}, process.memoryUsage.rss()]]],
  ]
  const lines = gauges.flatMap(([name, help, samples]) => [
    `# HELP comanda_relay_${name} ${help}`,
    `# TYPE comanda_relay_${name} gauge`,
    ...samples.map(([labels, value]) => `comanda_relay_${name}${labelText(labels)} ${numberText(value)}`),
  ])
  const counted = Map.groupBy(counters.all(), ([name]) => name)
  for (const [name, series] of counted) {
    lines.push(`# TYPE comanda_relay_${name} counter`)
    for (const [, labels, value] of series) lines.push(`comanda_relay_${name}${labels} ${value}`)
  }
  return `${lines.join('\n')}\n`
}

/** Counters of this process, by name and labels. */
export function createCounters(): Counters {
  const counts = new Map<string, Map<string, number>>()
  return {
    add(name, labels, by = 1) {
      const series = counts.get(name) ?? new Map<string, number>()
      counts.set(name, series)
      const key = labelText(labels)
      series.set(key, (series.get(key) ?? 0) + by)
    },
    all: () =>
      [...counts].flatMap(([name, series]) => [...series].map(([labels, value]) => [name, labels, value] as const)),
  }
}

export interface Counters {
  add(name: string, labels: Readonly<Record<string, string>>, by?: number): void
  /** Every series: name, labels as text, value. */
  all(): readonly (readonly [string, string, number])[]
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** Labels in the form of the Prometheus text format: `{name="value"}`, or nothing. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

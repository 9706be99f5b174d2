import type { BoardDelta } from '../../shared/contract.ts'
import type { Freshness } from '../../shared/freshness.ts'

const MAX_ENTRIES = 500

/** A change of the board's freshness. `at`: epoch ms. */
export type FreshnessEntry = Pick<Freshness, 'state' | 'trouble'> & { readonly at: number }

type FreshnessSource = {
  snapshot(): { readonly freshness: Freshness }
  onDelta(listener: (delta: BoardDelta) => void): () => void
}

/** Records the changes since the start, at most the latest 500. */
export function keepFreshnessHistory(source: FreshnessSource, now: () => number): () => readonly FreshnessEntry[] {
  const entries: FreshnessEntry[] = []
  const note = ({ state, trouble }: Freshness): void => {
    const last = entries.at(-1)
    if (last?.state === state && last.trouble === trouble) return
    entries.push({ at: now(), state, trouble })
    if (entries.length > MAX_ENTRIES) entries.shift()
  }
  note(source.snapshot().freshness)
  source.onDelta(({ freshness }) => {
    if (freshness !== undefined) note(freshness)
  })
  return () => [...entries]
}

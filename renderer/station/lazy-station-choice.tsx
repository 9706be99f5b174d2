import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'
import { useComanda } from '../window/window-parts.ts'

const StationChoice = loadLater(async () => (await import('./station-choice.tsx')).StationChoice)

/** Loaded where the kitchen has stations. */
export function LazyStationChoice() {
  const hasStations = useComanda((state) => (state.settings?.stations.length ?? 0) > 0)
  return hasStations ? (
    <Suspense fallback={null}>
      <StationChoice />
    </Suspense>
  ) : null
}

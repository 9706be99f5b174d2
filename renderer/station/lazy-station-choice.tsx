import { lazyComponent } from '../window/lazy-component.tsx'
import { useComanda } from '../window/window-parts.ts'

const StationChoice = lazyComponent(async () => (await import('./station-choice.tsx')).StationChoice)

/** The choice of the station, loaded when the kitchen has stations. */
export function LazyStationChoice() {
  const hasStations = useComanda((state) => (state.settings?.stations.length ?? 0) > 0)
  return hasStations ? <StationChoice /> : null
}

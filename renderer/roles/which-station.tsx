import { useTranslation } from 'react-i18next'
import { lacksStation } from '../station/station-lines.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** Asks which preparation station the screen is for. Shown above the board until one of the shop's stations is chosen. */
export function WhichStation() {
  const { t } = useTranslation('roles')
  const { bridge } = useWindowParts()
  const isAsked = useComanda((state) => lacksStation(state.settings))
  const stations = useComanda((state) => state.settings?.stations)
  if (!isAsked || stations === undefined) return null
  return (
    <section className="which-station" aria-label={t('whichStation')} data-testid="which-station">
      <h2>{t('whichStation')}</h2>
      <p>{t(stations.length === 0 ? 'noStations' : 'whichStationHint')}</p>
      <div className="which-station-names">
        {stations.map(({ name }) => (
          <button
            key={name}
            type="button"
            className="button"
            data-station={name}
            onClick={() => void callSafely(() => bridge.call['settings:change']({ station: name }))}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  )
}

import { ChefHat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { stationOf } from '../store/station-lines.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'

/** Chooses the station whose lines this screen shows. */
export function StationChoice() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const settings = useComanda((state) => state.settings)
  if (!settings) return null
  const chosen = stationOf(settings)?.name ?? ''
  return (
    <label className="tab station-choice" data-chosen={chosen !== '' || undefined}>
      <ChefHat aria-hidden />
      <span className="visually-hidden">{t('station.choose')}</span>
      <select
        value={chosen}
        data-testid="station"
        onChange={(event) => {
          const station = event.currentTarget.value
          void callSafely(() => bridge.call['settings:change']({ station }))
        }}
      >
        {settings.role === 'prep' ? (
          <option value="" disabled>
            {t('station.choose')}
          </option>
        ) : (
          <option value="">{t('station.all')}</option>
        )}
        {settings.stations.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

import { useTranslation } from 'react-i18next'
import { SCREEN_ROLES } from '../../shared/views.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'

/** The role of this screen, the preparation station whose lines it shows, and whether it rings. */
export function RoleChoice({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const { role, stations, station, rings } = settings
  return (
    <>
      <div>
        <Choice
          label={t('role.label')}
          value={role}
          options={SCREEN_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(value) => change({ role: value })}
        />
        <p className="settings-hint" data-testid="role-hint">
          {t(`role.hint.${role}`)}
        </p>
      </div>
      {role !== 'prep' ? null : stations.length === 0 ? (
        <p className="settings-hint">{t('role.noStations')}</p>
      ) : (
        <Choice
          label={t('role.station')}
          value={station}
          options={stations.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => change({ station: name })}
        />
      )}
      {role === 'customers' ? null : (
        <div>
          <Choice
            label={t('role.rings')}
            value={String(rings)}
            options={[
              { value: 'true', label: t('role.ringsOn') },
              { value: 'false', label: t('role.ringsOff') },
            ]}
            onChange={(value) => change({ rings: value === 'true' })}
          />
          <p className="settings-hint">{t('role.ringsHint')}</p>
        </div>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { SCREEN_ROLES } from '../../shared/contract/values.ts'
import { Picks } from '../ui/controls/picks.tsx'
import { Row } from '../ui/controls/row.tsx'
import { StationOfScreen } from '../ui/window/screen-choices.tsx'
import { SettingChoice, useSettings } from '../ui/window/settings-form.tsx'

/** The role of this screen, the preparation station whose lines it shows, and what it shows when it opens. */
export function RoleSection() {
  const { t } = useTranslation(['settings', 'translation'])
  const { settings, change } = useSettings()
  const { role, station } = settings
  return (
    <>
      <section data-setting="role" aria-label={t('name.role')}>
        <Picks
          label={t('name.role')}
          value={role}
          values={SCREEN_ROLES}
          word={(value) => t(`role.${value}`)}
          help={(value) => t(`role.hint.${value}`)}
          onChange={(value) => change({ role: value })}
        />
      </section>
      {role === 'prep' ? (
        <section data-setting="station" aria-label={t('name.station')}>
          <Row label={t('name.station')} />
          <StationOfScreen station={station} onChange={(name) => change({ station: name })} />
        </section>
      ) : null}
      {role === 'all' ? (
        <SettingChoice
          name="startView"
          values={['last', 'kitchen', 'counter']}
          word={(view) => (view === 'last' ? t('page.startLast') : t(`translation:counter.${view}`))}
        />
      ) : null}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { AlarmRows } from '../sound/alarm-rows.tsx'
import { SoundTest } from '../sound/sound-test.tsx'
import { SettingSwitch, useSettings } from '../ui/window/settings-form.tsx'

/** Whether and how this screen rings, and the test of its sounds. */
export function SoundSection() {
  const { t } = useTranslation('settings')
  const { role } = useSettings().settings
  return (
    <>
      {role === 'customers' ? null : <SettingSwitch name="rings" help={t('role.ringsHint')} />}
      <AlarmRows />
      <SoundTest />
    </>
  )
}

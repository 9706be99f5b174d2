import { useTranslation } from 'react-i18next'
import { KEYBOARD_MODES } from '../../shared/keyboard-modes.ts'
import type { Settings, SettingsPatch } from '../../shared/settings.ts'
import { Choice } from '../controls/choice.tsx'

type KeyboardChoiceProps = { readonly settings: Settings; readonly change: (patch: SettingsPatch) => void }

/** The setting for when the on-screen keyboard opens. */
export function KeyboardChoice({ settings, change }: KeyboardChoiceProps) {
  const { t } = useTranslation('keyboard')
  return (
    <Choice
      label={t('name')}
      value={settings.onScreenKeyboard}
      options={KEYBOARD_MODES.map((value) => ({ value, label: t(`when.${value}`) }))}
      onChange={(onScreenKeyboard) => change({ onScreenKeyboard })}
    />
  )
}

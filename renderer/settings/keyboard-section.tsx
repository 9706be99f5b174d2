import { useTranslation } from 'react-i18next'
import { KEYBOARD_MODES } from '../../shared/contract/values.ts'
import { SettingChoice, SettingSwitch } from '../ui/window/settings-form.tsx'

/** The keyboard on the screen, and work with keys. */
export function KeyboardSection() {
  const { t } = useTranslation('keyboard')
  return (
    <>
      <SettingChoice name="onScreenKeyboard" values={KEYBOARD_MODES} word={(mode) => t(`when.${mode}`)} />
      <SettingSwitch name="bumpBar" />
    </>
  )
}

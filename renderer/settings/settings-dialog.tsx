import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../shared/i18n/languages.ts'
import type { Locale, Settings, SettingsPatch } from '../../shared/settings.ts'
import { callSafely } from '../app/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../app/window-parts.ts'
import { Choice } from '../controls/choice.tsx'
import { DialogFrame } from '../controls/dialog-frame.tsx'

const SECOND_MS = 1_000
const UNDO_CHOICES = [0, 3, 5, 10]

const isLocale = (name: string): name is Locale => name in LANGUAGES
const LOCALES = Object.keys(LANGUAGES).filter(isLocale)

function Choices({
  settings,
  change,
}: {
  readonly settings: Settings
  readonly change: (patch: SettingsPatch) => void
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const undo = [...new Set([...UNDO_CHOICES, settings.undoSeconds])].toSorted((a, b) => a - b)
  return (
    <>
      <Choice
        label={t('settings.language')}
        value={settings.locale}
        options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
        onChange={(locale) => change({ locale })}
      />
      <Choice
        label={t('settings.theme')}
        value={settings.theme}
        options={(['dark', 'light'] as const).map((theme) => ({ value: theme, label: t(`settings.${theme}`) }))}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        label={t('settings.undo')}
        value={String(settings.undoSeconds)}
        options={undo.map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? t('settings.undoNone') : formats.duration(seconds * SECOND_MS),
        }))}
        onChange={(seconds) => change({ undoSeconds: Number(seconds) })}
      />
    </>
  )
}

/** What a kitchen changes by itself. Each choice takes effect at once. */
export function SettingsDialog() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const settings = useComanda((state) => state.settings)
  const closeDialog = useComanda((state) => state.closeDialog)
  const openDialog = useComanda((state) => state.openDialog)
  const [failure, setFailure] = useState<FailureCode>()
  const change = async (patch: SettingsPatch): Promise<void> => {
    const answer = await callSafely(() => bridge.call['settings:change'](patch))
    setFailure(answer.ok ? undefined : answer.code)
  }
  return (
    <DialogFrame testId="settings-dialog" title={t('settings.title')} onClose={closeDialog}>
      {settings === undefined ? null : <Choices settings={settings} change={(patch) => void change(patch)} />}
      {failure === undefined ? null : (
        <p className="failure" role="alert">
          {t(`failure.${failure}`)}
        </p>
      )}
      <div className="dialog-buttons">
        <Button className="button" data-testid="open-alarm" onPress={() => openDialog({ kind: 'sound' })}>
          {t('alarm.title')}
        </Button>
        <Button className="button" data-testid="open-setup" onPress={() => openDialog({ kind: 'setup' })}>
          {t('setup.begin')}
        </Button>
        <Button className="button button-primary" onPress={closeDialog}>
          {t('action.close')}
        </Button>
      </div>
    </DialogFrame>
  )
}

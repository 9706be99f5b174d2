import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../../shared/i18n/texts.ts'
import type { Locale } from '../../shared/settings.ts'
import { Choice } from '../controls/choice.tsx'
import { StartViewChoice } from '../counter/start-view-choice.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import { CAP_HEIGHT, MIN_ARC_MINUTES, readableDistance } from '../design/tokens.ts'
import { KeyboardChoice } from '../keyboard/keyboard-choice.tsx'
import { usePlaces } from '../places/places-context.ts'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useFormats } from '../window/window-parts.ts'
import { ComputerChoices } from './computer-choices.tsx'
import { RoleChoice } from './role-choice.tsx'
import { TicketPreview } from './ticket-preview.tsx'

/** 0: the size is not known. */
const INCHES = [0, ...SCREEN_INCHES]
const CM = 100

const isLocale = (name: string): name is Locale => name in LANGUAGE_NAMES
const LOCALES = Object.keys(LANGUAGE_NAMES).filter(isLocale)

/** The resulting sizes on this screen, in millimetres and metres. */
function Measures() {
  const { t } = useTranslation()
  const formats = useFormats()
  const tokens = usePlaces((state) => state.tokens)
  if (!tokens) return null
  const { item, pxPerMm, touchPrimary } = tokens
  const millimetres = (px: number): string => formats.length(Math.floor((px / pxPerMm) * 2) / 2, 'millimeter')
  return (
    <p className="settings-measures">
      {t('settings.textHeight', {
        mm: millimetres(item * CAP_HEIGHT),
        distance: formats.length(
          Math.floor((readableDistance(item, MIN_ARC_MINUTES, pxPerMm) / CM) * 10) / 10,
          'meter',
        ),
        button: millimetres(touchPrimary),
      })}
    </p>
  )
}

/** The appearance of the board, with a ticket that previews each choice. */
export function ScreenSettings({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const shown = (on: boolean): string => t(on ? 'settings.bumpBarOn' : 'settings.bumpBarOff')
  return (
    <div className="settings-split">
      <div className="settings-column">
        <Choice
          label={t('settings.language')}
          value={settings.locale}
          options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
          onChange={(locale) => change({ locale })}
        />
        <RoleChoice settings={settings} change={change} />
        <Choice
          label={t('settings.theme')}
          value={settings.theme}
          options={(['dark', 'light'] as const).map((theme) => ({ value: theme, label: t(`settings.${theme}`) }))}
          onChange={(theme) => change({ theme })}
        />
        {settings.role === 'all' ? <StartViewChoice settings={settings} change={change} /> : null}
        <Choice
          className="choice-small"
          label={t('settings.screenInches')}
          value={String(settings.screenInches)}
          options={withCurrent(INCHES, settings.screenInches).map((inches) => ({
            value: String(inches),
            label: inches === 0 ? t('settings.notTold') : `${formats.whole(inches)}”`,
          }))}
          onChange={(inches) => change({ screenInches: Number(inches) })}
        />
        <Choice
          className="choice-small"
          label={t('settings.distance')}
          value={String(settings.readingDistanceCm)}
          options={withCurrent(READING_DISTANCES_CM, settings.readingDistanceCm).map((distance) => ({
            value: String(distance),
            label: formats.length(distance / CM, 'meter'),
          }))}
          onChange={(distance) => change({ readingDistanceCm: Number(distance) })}
        />
        <Choice
          label={t('settings.bumpBar')}
          value={String(settings.bumpBar)}
          options={[true, false].map((on) => ({ value: String(on), label: shown(on) }))}
          onChange={(on) => change({ bumpBar: on === 'true' })}
        />
        <KeyboardChoice settings={settings} change={change} />
        <ComputerChoices settings={settings} change={change} />
      </div>
      <figure className="settings-preview">
        <figcaption>{t('settings.preview')}</figcaption>
        <TicketPreview />
        <Measures />
      </figure>
    </div>
  )
}

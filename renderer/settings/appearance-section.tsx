import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DisplayChoice as Chosen } from '../../shared/contract/computer.ts'
import { LOCALES } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/texts/texts.ts'
import { usePlaces } from '../places/places-context.ts'
import { TicketPreview } from '../ticket/ticket-preview.tsx'
import { Picks } from '../ui/controls/picks.tsx'
import { Row } from '../ui/controls/row.tsx'
import { CAP_HEIGHT, MIN_ARC_MINUTES, readableDistance } from '../ui/design/tokens.ts'
import { SizeRows, UnattendedSwitches } from '../ui/window/screen-choices.tsx'
import { SettingChoice, SettingSwitch, useSettings } from '../ui/window/settings-form.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'

const CM = 100

/** The resulting sizes on this screen, in millimetres and metres. */
function Measures() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const tokens = usePlaces((state) => state.tokens)
  if (!tokens) return null
  const { least, pxPerMm, touchPrimary } = tokens
  const millimetres = (px: number): string => formats.length(Math.floor((px / pxPerMm) * 2) / 2, 'millimeter')
  const distance = Math.floor((readableDistance(least, MIN_ARC_MINUTES, pxPerMm) / CM) * 10) / 10
  return (
    <p className="row-help">
      {t('page.textHeight', {
        mm: millimetres(least * CAP_HEIGHT),
        distance: formats.length(distance, 'meter'),
        button: millimetres(touchPrimary),
      })}
    </p>
  )
}

/** The appearance of the board, with tickets that preview each choice. */
export function AppearanceSection() {
  const { t } = useTranslation('settings')
  return (
    <div className="settings-split">
      <div>
        <SettingChoice
          name="theme"
          values={['dark', 'light']}
          word={(theme) => t(`page.${theme}`)}
          help={t('page.themeHint')}
        />
        <SizeRows />
        <SettingChoice name="locale" values={LOCALES} word={(locale) => LANGUAGE_NAMES[locale]} />
        <SettingSwitch name="fullScreen" data-part="full-screen" help={t('computer.fullScreenHint')} />
        <UnattendedSwitches />
        <DisplayPicker />
      </div>
      <figure className="preview settings-preview">
        <figcaption className="row-help">{t('page.preview')}</figcaption>
        <TicketPreview />
        <Measures />
      </figure>
    </div>
  )
}

const AUTO = 'auto'
const keyOf = ({ label, width, height, nth }: Chosen): string => JSON.stringify([label, width, height, nth])

function nameOf(t: TFunction<'settings'>, one: Chosen, displays: readonly Chosen[]): string {
  const { label, width, height, nth } = one
  const name = `${label === '' ? t('computer.displayUnnamed', { number: nth + 1 }) : label} (${width}×${height})`
  const hasTwin = displays.some((other) => other !== one && keyOf({ ...other, nth }) === keyOf(one))
  return hasTwin ? t('computer.displayTwin', { name, number: nth + 1 }) : name
}

/** The display of the board. Shown when there are several displays, or when one is chosen. */
function DisplayPicker() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const computer = useAnswer('computer:status', null)
  const displays = computer?.ok ? computer.value.displays : []
  const chosen = settings.display
  if (displays.length < 2 && chosen === undefined) return null
  const isDisconnected = chosen !== undefined && !displays.some((one) => keyOf(one) === keyOf(chosen))
  const word = (key: string): string => {
    const one = displays.find((display) => keyOf(display) === key)
    if (one !== undefined) return nameOf(t, one, displays)
    return key === AUTO || chosen === undefined
      ? t('computer.displayAuto')
      : t('computer.displayGone', { name: nameOf(t, chosen, []) })
  }
  return (
    <section data-part="display" data-setting="display" aria-label={t('name.display')}>
      <Row label={t('name.display')} help={t('computer.displayHint')} />
      <Picks
        label={t('name.display')}
        value={chosen === undefined ? AUTO : keyOf(chosen)}
        values={[AUTO, ...displays.map(keyOf), ...(isDisconnected ? [keyOf(chosen)] : [])]}
        word={word}
        onChange={(key) => change({ display: [...displays, chosen].find((one) => one && keyOf(one) === key) ?? null })}
      />
    </section>
  )
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DisplayChoice as Chosen } from '../../shared/contract/computer.ts'
import { KEYBOARD_MODES, LOCALES, SCREEN_ROLES } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/texts/texts.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { Choice } from '../controls/choice.tsx'
import { CAP_HEIGHT, MIN_ARC_MINUTES, readableDistance } from '../design/tokens.ts'
import { usePlaces } from '../places/places-context.ts'
import { TicketFace } from '../ticket/ticket.tsx'
import { ScreenSize, StationOfScreen, UnattendedSwitches } from '../window/screen-choices.tsx'
import { SettingChoice, SettingSwitch, useSettings } from '../window/settings-form.tsx'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'

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
    <p className="settings-measures">
      {t('page.textHeight', {
        mm: millimetres(least * CAP_HEIGHT),
        distance: formats.length(distance, 'meter'),
        button: millimetres(touchPrimary),
      })}
    </p>
  )
}

/** The appearance of the board, with a ticket that previews each choice. */
export function ScreenSettings() {
  const { t } = useTranslation(['settings', 'translation', 'keyboard'])
  const { settings } = useSettings()
  return (
    <div className="settings-split">
      <div className="settings-column">
        <SettingChoice name="locale" values={LOCALES} word={(locale) => LANGUAGE_NAMES[locale]} />
        <RoleChoice />
        <SettingChoice name="theme" values={['dark', 'light']} word={(theme) => t(`page.${theme}`)} />
        {settings.role === 'all' ? (
          <SettingChoice
            name="startView"
            values={['last', 'kitchen', 'counter']}
            word={(view) => (view === 'last' ? t('page.startLast') : t(`translation:counter.${view}`))}
          />
        ) : null}
        <ScreenSize unknown={t('page.notTold')} />
        <SettingChoice name="bumpBar" values={[true, false]} word={(isOn) => t(isOn ? 'page.show' : 'page.hide')} />
        <SettingChoice name="onScreenKeyboard" values={KEYBOARD_MODES} word={(mode) => t(`keyboard:when.${mode}`)} />
        <DisplayPicker />
        <SettingSwitch name="fullScreen" data-part="full-screen" hint={t('computer.fullScreenHint')} />
        <UnattendedSwitches />
      </div>
      <figure className="rows preview settings-preview">
        <figcaption>{t('page.preview')}</figcaption>
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
    <Choice
      data-part="display"
      label={t('name.display')}
      value={chosen === undefined ? AUTO : keyOf(chosen)}
      values={[AUTO, ...displays.map(keyOf), ...(isDisconnected ? [keyOf(chosen)] : [])]}
      word={word}
      hint={t('computer.displayHint')}
      onChange={(key) => change({ display: [...displays, chosen].find((one) => one && keyOf(one) === key) ?? null })}
    />
  )
}

/** The role of this screen, the preparation station whose lines it shows, and whether it rings. */
function RoleChoice() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { role, station } = settings
  return (
    <>
      <SettingChoice
        name="role"
        values={SCREEN_ROLES}
        word={(value) => t(`role.${value}`)}
        hint={<span data-testid="role-hint">{t(`role.hint.${role}`)}</span>}
      />
      {role === 'prep' ? <StationOfScreen station={station} onChange={(name) => change({ station: name })} /> : null}
      {role === 'customers' ? null : (
        <SettingChoice
          name="rings"
          values={[true, false]}
          word={(isOn) => t(isOn ? 'role.ringsOn' : 'role.ringsOff')}
          hint={t('role.ringsHint')}
        />
      )}
    </>
  )
}

const MINUTE_MS = 60_000

/** An example order, for an empty board. */
function useExample(): Ticket {
  const { t } = useTranslation('settings')
  const { clock } = useWindowParts()
  return {
    orderId: '',
    displayId: '4821',
    status: 'CONFIRMED',
    lane: 'preparing',
    reading: 'read',
    orderType: 'DELIVERY',
    createdAt: clock.now() - 2 * MINUTE_MS,
    awaitsPreparationRequest: false,
    lines: [
      {
        lineId: '1',
        name: t('page.exampleItem'),
        quantity: 2,
        notes: t('page.exampleNote'),
        options: [{ name: t('page.exampleOption'), quantity: 2, options: [] }],
        struck: false,
      },
    ],
    notes: [],
    actions: [],
  }
}

/** The first order of the kitchen, or an example, drawn as on the board, without working buttons. */
function TicketPreview() {
  const { t } = useTranslation()
  const example = useExample()
  const first = useComanda(({ board }) => board.lanes.preparing[0] ?? board.lanes.new[0])
  const real = useComanda(({ board }) => (first === undefined ? undefined : board.orders[first]))
  return (
    <div inert>
      <div data-testid="settings-preview" data-step="S">
        <TicketFace
          ticket={real ?? example}
          form="whole"
          step={
            <span className="act act-primary" data-step="ready-for-pickup">
              <span className="act-words">{t('action.ready-for-pickup')}</span>
            </span>
          }
        />
      </div>
    </div>
  )
}

import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DisplayChoice as Chosen, WatchdogState } from '../../shared/contract/computer.ts'
import { KEYBOARD_MODES, LOCALES, SCREEN_ROLES } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/i18n/texts.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { Choice } from '../controls/choice.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import { CAP_HEIGHT, MIN_ARC_MINUTES, readableDistance } from '../design/tokens.ts'
import { usePlaces } from '../places/places-context.ts'
import { TicketFace } from '../ticket/ticket.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { OnOff } from './on-off.tsx'

/** 0: the size is not known. */
const INCHES = [0, ...SCREEN_INCHES]
const CM = 100

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

type SwitchName = 'fullScreen' | 'startsWithComputer' | 'restartsAfterFailure'

/** Settings of this computer: full screen, display, start with the computer, restart after a failure. */
function ComputerChoices({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const computer = useAnswer('computer:status', null, settings.restartsAfterFailure)
  const { displays = [], watchdog } = computer?.ok ? computer.value : {}
  const onOff = (part: string, name: SwitchName, label: string, hint: string, state?: WatchdogState) => (
    <div data-part={part}>
      <OnOff label={label} isOn={settings[name]} onChange={(isOn) => change({ [name]: isOn })} />
      <p className="settings-hint" data-watchdog={state}>
        {hint}
      </p>
    </div>
  )
  return (
    <>
      <DisplayPicker settings={settings} change={change} displays={displays} />
      {onOff('full-screen', 'fullScreen', t('computer.fullScreen'), t('computer.fullScreenHint'))}
      {onOff('starts-with-computer', 'startsWithComputer', t('computer.starts'), t('computer.startsHint'))}
      {/* Hidden until the state is known, and on systems that do not support it. */}
      {watchdog === undefined || watchdog === 'not-here'
        ? null
        : onOff(
            'restarts-after-failure',
            'restartsAfterFailure',
            t('computer.restarts'),
            t(`computer.watchdog.${watchdog}`),
            watchdog,
          )}
    </>
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

type DisplayPickerProps = SettingsSectionProps & { readonly displays: readonly Chosen[] }

/** Shown when there are several displays, or when one is chosen. */
function DisplayPicker({ settings, change, displays }: DisplayPickerProps) {
  const { t } = useTranslation('settings')
  const chosen = settings.display
  if (displays.length < 2 && chosen === undefined) return null
  const isDisconnected = chosen !== undefined && !displays.some((one) => keyOf(one) === keyOf(chosen))
  return (
    <div data-part="display">
      <Choice
        label={t('computer.display')}
        value={chosen === undefined ? AUTO : keyOf(chosen)}
        options={[
          { value: AUTO, label: t('computer.displayAuto') },
          ...displays.map((one) => ({ value: keyOf(one), label: nameOf(t, one, displays) })),
          ...(isDisconnected
            ? [{ value: keyOf(chosen), label: t('computer.displayGone', { name: nameOf(t, chosen, []) }) }]
            : []),
        ]}
        onChange={(key) => change({ display: [...displays, chosen].find((one) => one && keyOf(one) === key) ?? null })}
      />
      <p className="settings-hint">{t('computer.displayHint')}</p>
    </div>
  )
}

/** The role of this screen, the preparation station whose lines it shows, and whether it rings. */
function RoleChoice({ settings, change }: SettingsSectionProps) {
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

const MINUTE_MS = 60_000

/** An example order, for an empty board. */
function useExample(): Ticket {
  const { t } = useTranslation()
  const { clock } = useWindowParts()
  const createdAt = clock.now() - 2 * MINUTE_MS
  const option = { name: t('settings.exampleOption'), quantity: 2, options: [] }
  return {
    orderId: '',
    displayId: '4821',
    status: 'CONFIRMED',
    lane: 'preparing',
    reading: 'read',
    orderType: 'DELIVERY',
    createdAt,
    awaitsPreparationRequest: false,
    lines: [
      {
        lineId: '1',
        name: t('settings.exampleItem'),
        quantity: 2,
        notes: t('settings.exampleNote'),
        options: [option],
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
      <div data-testid="settings-preview" data-step="S" className="ticket-preview">
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

/** The setting for when the on-screen keyboard opens. */
function KeyboardChoice({ settings, change }: SettingsSectionProps) {
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

/** What this screen shows when the program opens. */
function StartViewChoice({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('counter.startView')}
      value={settings.startView}
      options={(['last', 'kitchen', 'counter'] as const).map((value) => ({
        value,
        label: value === 'last' ? t('counter.startLast') : t(`counter.${value}`),
      }))}
      onChange={(startView) => change({ startView })}
    />
  )
}

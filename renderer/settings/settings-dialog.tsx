import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { PinSection } from '../lock/pin-section.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { PracticeSection } from '../practice/practice-section.tsx'
import { PaperSection } from '../print/paper-section.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useComanda } from '../window/window-parts.ts'
import { AcceptingSection } from './accepting-section.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { AllergySettings, StationSettings } from './keyword-settings.tsx'
import { LeaveSection } from './leave-section.tsx'
import { OrderSettings } from './order-settings.tsx'
import { ScreenSettings } from './screen-settings.tsx'
import { ScreensSection } from './screens-section.tsx'
import { SupportSection } from './support-section.tsx'
import { WebhookSection } from './webhook-section.tsx'
import '../lock/lock.css'
import './settings.css'
import { FailureNote } from '../controls/failure-note.tsx'
import { useSettingsChange } from '../window/settings-section.ts'

const SECTIONS = [
  { name: 'screen', label: 'settings.screen', Section: ScreenSettings },
  { name: 'orders', label: 'settings.orders', Section: OrderSettings },
  { name: 'accepting', label: 'settings:tab.accepting', Section: AcceptingSection },
  { name: 'channels', label: 'settings:tab.channels', Section: ChannelsSection },
  { name: 'stations', label: 'settings.stationsTab', Section: StationSettings },
  { name: 'allergies', label: 'settings.allergyTab', Section: AllergySettings },
  { name: 'paper', label: 'paper.title', Section: PaperSection },
  { name: 'practice', label: 'practice:tab', Section: PracticeSection },
  { name: 'pin', label: 'settings:tab.pin', Section: PinSection },
  { name: 'screens', label: 'settings:tab.screens', Section: ScreensSection },
  { name: 'webhook', label: 'settings:tab.webhook', Section: WebhookSection },
  { name: 'advanced', label: 'settings:tab.advanced', Section: AdvancedSection },
  { name: 'support', label: 'settings:tab.support', Section: SupportSection },
] as const

/** The sections on a screen. The other settings are changed at the main computer. */
const SCREEN_SECTIONS = [
  SECTIONS[0],
  { name: 'leave', label: 'settings:tab.leave', Section: LeaveSection },
  ...SECTIONS.filter(({ name }) => name === 'support'),
] as const

type SectionName = (typeof SECTIONS | typeof SCREEN_SECTIONS)[number]['name']

function Sections(props: SettingsSectionProps) {
  const { t } = useTranslation(['translation', 'settings', 'practice'])
  const openDialog = useComanda((state) => state.openDialog)
  const [chosen, setChosen] = useState<SectionName>('screen')
  const isScreen = useComanda((state) => state.connection.isScreen)
  const sections = isScreen ? SCREEN_SECTIONS : SECTIONS
  const { Section } = sections.find(({ name }) => name === chosen) ?? SECTIONS[0]
  return (
    <div className="settings-body">
      <nav className="settings-nav" aria-label={t('settings:sections')}>
        {sections.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            className="tab"
            data-section={name}
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {t(label)}
          </button>
        ))}
        <span className="settings-nav-space" />
        <Button className="button" data-testid="open-alarm" onPress={() => openDialog({ kind: 'sound' })}>
          {t('alarm.title')}
        </Button>
        <Button className="button" data-testid="print-open" onPress={() => openDialog({ kind: 'print' })}>
          {t('paper.printOpen')}
        </Button>
        {isScreen ? null : (
          <Button className="button" data-testid="open-setup" onPress={() => openDialog({ kind: 'setup' })}>
            {t('setup.begin')}
          </Button>
        )}
      </nav>
      <div className="settings-section" data-testid="settings-section">
        <Section key={props.settings.locale} {...props} />
      </div>
    </div>
  )
}

function Settings() {
  const { t } = useTranslation()
  const settings = useComanda((state) => state.settings)
  const closeDialog = useComanda((state) => state.closeDialog)
  const { failure, change } = useSettingsChange()
  return (
    <DialogFrame testId="settings-dialog" title={t('settings.title')} onClose={closeDialog} above={<OrdersAbove />}>
      <FailureNote failure={failure} />
      {settings === undefined ? null : <Sections settings={settings} change={change} />}
    </DialogFrame>
  )
}

/** The settings of a kitchen. A choice takes effect at once, a text when it is saved. */
export function SettingsDialog() {
  return (
    <PinGate>
      <Settings />
    </PinGate>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { PinGate } from '../lock/pin-gate.tsx'
import { PinSection } from '../lock/pin-section.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { PracticeSection } from '../practice/practice-section.tsx'
import { PaperSection } from '../print/paper-section.tsx'
import { SettingsForm, useSettings } from '../window/settings-form.tsx'
import { useComanda } from '../window/window-parts.ts'
import { AcceptingSection, AdvancedSection, OrderSettings } from './kitchen-settings.tsx'
import { LeaveSection } from './leave-section.tsx'
import { ScreenSettings } from './screen-settings.tsx'
import { ScreensSection } from './screens-section.tsx'
import { SupportSection } from './support-section.tsx'
import { WebhookSection } from './webhook-section.tsx'
import { AllergySettings, ChannelsSection, StationSettings } from './words-settings.tsx'
import '../lock/lock.css'
import './settings.css'

const SECTIONS = [
  { name: 'screen', label: 'settings:tab.screen', Section: ScreenSettings },
  { name: 'orders', label: 'board.label', Section: OrderSettings },
  { name: 'accepting', label: 'settings:tab.accepting', Section: AcceptingSection },
  { name: 'channels', label: 'settings:tab.channels', Section: ChannelsSection },
  { name: 'stations', label: 'settings:name.stations', Section: StationSettings },
  { name: 'allergies', label: 'settings:tab.allergies', Section: AllergySettings },
  { name: 'paper', label: 'paper:title', Section: PaperSection },
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

function Sections() {
  const { t } = useTranslation(['translation', 'settings', 'practice', 'paper', 'setup', 'sound'])
  const openDialog = useComanda((state) => state.openDialog)
  const [chosen, setChosen] = useState<SectionName>('screen')
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { locale } = useSettings().settings
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
        <PushButton data-testid="open-alarm" label={t('sound:title')} onPress={() => openDialog({ kind: 'sound' })} />
        <PushButton
          data-testid="print-open"
          label={t('paper:printOpen')}
          onPress={() => openDialog({ kind: 'print' })}
        />
        {isScreen ? null : (
          <PushButton data-testid="open-setup" label={t('setup:begin')} onPress={() => openDialog({ kind: 'setup' })} />
        )}
      </nav>
      <div className="settings-section" data-testid="settings-section">
        <Section key={locale} />
      </div>
    </div>
  )
}

/** The settings of a kitchen. A choice takes effect at once, a text when it is saved. */
export function SettingsDialog() {
  const { t } = useTranslation()
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <PinGate>
      <DialogFrame testId="settings-dialog" title={t('settings.title')} onClose={closeDialog} above={<OrdersAbove />}>
        <SettingsForm>
          <Sections />
        </SettingsForm>
      </DialogFrame>
    </PinGate>
  )
}

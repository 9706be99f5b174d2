import type { LucideIcon } from 'lucide-react'
import {
  AlarmClock,
  BellRing,
  CheckCheck,
  GraduationCap,
  Keyboard,
  LayoutGrid,
  LifeBuoy,
  Lock,
  MonitorSmartphone,
  OctagonAlert,
  Plug,
  Printer,
  Server,
  SlidersHorizontal,
  Store,
  SunMoon,
  UtensilsCrossed,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { PinSection } from '../lock/pin-section.tsx'
import { PracticeSection } from '../practice/practice-section.tsx'
import { PaperSection } from '../ticket/paper-section.tsx'
import { AcceptingSection } from './accepting-section.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { AllergiesSection } from './allergies-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { LeaveSection } from './leave-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { PlatformsSection } from './platforms-section.tsx'
import { RoleSection } from './role-section.tsx'
import { ScreensSection } from './screens-section.tsx'
import { SoundSection } from './sound-section.tsx'
import { StationsSection } from './stations-section.tsx'
import { SupportSection } from './support-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

export const GROUPS = ['store', 'screen', 'team', 'system'] as const
type Group = (typeof GROUPS)[number]

/** Where a section is offered. */
type Place = 'main' | 'screen' | 'both'

type SectionRow = {
  readonly name: string
  readonly group: Group
  readonly at: Place
  readonly Icon: LucideIcon
  readonly Section: ComponentType
  /** The words of its rows, for the search. */
  readonly rows: readonly string[]
}

/** Every section, in the order of the page. `settings:tab` has its name, `settings:find` other words for it. */
export const SECTIONS = [
  {
    name: 'platforms',
    group: 'store',
    at: 'main',
    Icon: Plug,
    Section: PlatformsSection,
    rows: ['settings:platforms.more', 'settings:platforms.access'],
  },
  {
    name: 'accepting',
    group: 'store',
    at: 'main',
    Icon: CheckCheck,
    Section: AcceptingSection,
    rows: [
      ...['settings:name.confirmStartsPreparation', 'settings:advanced.announce', 'settings:name.preparationMinutes'],
      ...['settings:accepting.autoSwitch', 'settings:accepting.most', 'settings:accepting.hours'],
    ],
  },
  {
    name: 'orders',
    group: 'store',
    at: 'main',
    Icon: AlarmClock,
    Section: OrdersSection,
    rows: [
      ...['settings:words.age', 'settings:words.standing', 'settings:name.travelMinutes'],
      ...['settings:name.undoSeconds', 'settings:name.checksBags'],
    ],
  },
  {
    name: 'channels',
    group: 'store',
    at: 'main',
    Icon: Store,
    Section: ChannelsSection,
    rows: ['settings:name.channelColors'],
  },
  {
    name: 'allergies',
    group: 'store',
    at: 'main',
    Icon: OctagonAlert,
    Section: AllergiesSection,
    rows: ['settings:name.allergyWords', 'settings:name.removalWords'],
  },
  {
    name: 'screen',
    group: 'screen',
    at: 'both',
    Icon: SunMoon,
    Section: AppearanceSection,
    rows: [
      ...['settings:name.theme', 'settings:name.readingDistanceCm', 'settings:name.screenInches'],
      ...['settings:name.locale', 'settings:name.fullScreen', 'settings:name.display'],
      ...['settings:computer.switch.startsWithComputer', 'settings:computer.switch.restartsAfterFailure'],
    ],
  },
  {
    name: 'role',
    group: 'screen',
    at: 'both',
    Icon: LayoutGrid,
    Section: RoleSection,
    rows: ['settings:name.role', 'settings:name.station', 'settings:name.startView'],
  },
  {
    name: 'sound',
    group: 'screen',
    at: 'both',
    Icon: BellRing,
    Section: SoundSection,
    rows: [
      ...['settings:name.rings', 'sound:volume', 'sound:interval', 'sound:escalate', 'sound:delay', 'sound:quiet'],
      'sound:testTitle',
    ],
  },
  {
    name: 'keyboard',
    group: 'screen',
    at: 'both',
    Icon: Keyboard,
    Section: KeyboardSection,
    rows: ['settings:name.onScreenKeyboard', 'settings:name.bumpBar'],
  },
  {
    name: 'leave',
    group: 'screen',
    at: 'screen',
    Icon: Server,
    Section: LeaveSection,
    rows: ['settings:leave.address.title', 'settings:leave.begin', 'settings:promotion.title'],
  },
  {
    name: 'stations',
    group: 'team',
    at: 'main',
    Icon: UtensilsCrossed,
    Section: StationsSection,
    rows: ['settings:words.addStation'],
  },
  {
    name: 'screens',
    group: 'team',
    at: 'main',
    Icon: MonitorSmartphone,
    Section: ScreensSection,
    rows: ['settings:screens.open', 'settings:screens.list', 'settings:customers.title'],
  },
  { name: 'pin', group: 'team', at: 'main', Icon: Lock, Section: PinSection, rows: ['lock:section.set'] },
  { name: 'practice', group: 'team', at: 'main', Icon: GraduationCap, Section: PracticeSection, rows: [] },
  {
    name: 'paper',
    group: 'system',
    at: 'main',
    Icon: Printer,
    Section: PaperSection,
    rows: [...['paper:printer', 'paper:size', 'paper:printsNew', 'paper:whenOffline']],
  },
  {
    name: 'webhook',
    group: 'system',
    at: 'main',
    Icon: Webhook,
    Section: WebhookSection,
    rows: ['settings:webhook.switch', 'settings:webhook.bind', 'settings:webhook.port', 'settings:webhook.address'],
  },
  {
    name: 'advanced',
    group: 'system',
    at: 'main',
    Icon: SlidersHorizontal,
    Section: AdvancedSection,
    rows: [
      ...['settings:name.confirmDeadlineMinutes', 'settings:name.pollIntervalSeconds', 'settings:name.doneLaneMinutes'],
      ...['settings:advanced.money', 'settings:advanced.deliveredFromReady', 'settings:advanced.validateCode'],
      'settings:advanced.acknowledgment',
    ],
  },
  {
    name: 'support',
    group: 'system',
    at: 'both',
    Icon: LifeBuoy,
    Section: SupportSection,
    rows: [
      ...['settings:support.report', 'settings:support.settings', 'settings:updates.title'],
      ...['settings:disconnect.title', 'settings:support.quit'],
    ],
  },
] as const satisfies readonly SectionRow[]

export type SectionName = (typeof SECTIONS)[number]['name']

type Section = (typeof SECTIONS)[number]

/** What the page shows first; also a screen has it. */
export const FIRST_SECTION = 'screen'

/** The sections of this computer. On a screen the other settings are changed at the main computer. */
export const sectionsAt = (isScreen: boolean): readonly Section[] =>
  SECTIONS.filter(({ at }) => at === 'both' || at === (isScreen ? 'screen' : 'main'))

export function sectionOf(name: SectionName): Section {
  const found = SECTIONS.find((section) => section.name === name)
  if (found === undefined) throw new Error(`there is no section ${name}`)
  return found
}

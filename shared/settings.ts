import { z } from 'zod'
import { CHANNEL_COLORS, MAX_CHANNEL_NAME } from './channel-colors.ts'
import { displayChoiceSchema } from './computer.ts'
import { KEYBOARD_MODES } from './keyboard-modes.ts'
import {
  AGE_MINUTES,
  CONFIRM_DEADLINE_MINUTES,
  DONE_LANE_MINUTES,
  type Limits,
  ORDERS_IN_KITCHEN,
  POLL_INTERVAL_SECONDS,
  PREPARATION_MINUTES,
  TRAVEL_MINUTES,
  UNDO_SECONDS,
} from './limits.ts'
import { DEFAULT_PAPER, paperSettingsSchema } from './paper.ts'
import { setupStepSchema } from './setup.ts'
import { SCREEN_ROLES, VIEWS } from './views.ts'
import { DEFAULT_WEBHOOK, webhookSettingsSchema } from './webhook.ts'

export const LOCALES = ['pt-BR', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

const numberWithin = ({ min, max }: Limits) => z.number().min(min).max(max)

const minutesByType = z.object({
  /** Minutes until the ticket is shown as due soon. */
  warn: numberWithin(AGE_MINUTES),
  /** Minutes until the ticket is shown as late. */
  late: numberWithin(AGE_MINUTES),
})

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const preparationMinutesSchema = numberWithin(PREPARATION_MINUTES).int()
const alarmSchema = z.object({
  /** Per cent; an escalated alarm always plays at full volume. */
  volume: z.number().int().min(10).max(100),
  /** Seconds between two rings. */
  intervalSeconds: z.number().int().min(2).max(30),
  /** Seconds of ringing after which an alarm grows louder and faster. */
  escalateSeconds: z.number().int().min(10).max(600),
  /** Hours of the local day without any sound. */
  quietHours: z.object({ enabled: z.boolean(), from: timeOfDay, to: timeOfDay }),
})

const DEFAULT_ALARM: z.infer<typeof alarmSchema> = {
  volume: 80,
  intervalSeconds: 5,
  escalateSeconds: 90,
  quietHours: { enabled: false, from: '23:00', to: '06:00' },
}

/** Accepting without a tap; the rules are applied in the main process (`electron/station/auto-confirm-rules.ts`). */
const autoConfirmSchema = z.object({
  enabled: z.boolean(),
  /** Hours of the local day in which orders are accepted, by the platform's clock; switched off: all day. */
  hours: z.object({ enabled: z.boolean(), from: timeOfDay, to: timeOfDay }),
  /** No order is accepted while this many are in the kitchen: accepted and not ready yet. */
  mostOpen: numberWithin(ORDERS_IN_KITCHEN).int(),
})
export type AutoConfirmSettings = z.infer<typeof autoConfirmSchema>

const DEFAULT_AUTO_CONFIRM: AutoConfirmSettings = {
  enabled: false,
  hours: { enabled: false, from: '11:00', to: '23:00' },
  mostOpen: 10,
}

/** One more ring, once per order, when an order is this many minutes past its time. */
const delayAlarmSchema = z.object({ enabled: z.boolean(), minutes: z.number().int().min(1).max(120) })
export type DelayAlarmSettings = z.infer<typeof delayAlarmSchema>

const DEFAULT_DELAY_ALARM: DelayAlarmSettings = { enabled: true, minutes: 5 }

/** Pairs, not an object: a channel may have any name, `constructor` among them. */
const channelColorsSchema = z
  .array(z.object({ channel: z.string().min(1).max(MAX_CHANNEL_NAME), color: z.enum(CHANNEL_COLORS) }))
  .max(50)

const MAX_WORDS = 200
const words = z.array(z.string().trim().min(1).max(60)).max(MAX_WORDS)

/**
 * A preparation station, for example drinks, and the words that identify its lines: a line belongs to the station when its
 * name contains one of them.
 */
export const stationSchema = z.object({ name: z.string().trim().min(1).max(40), keywords: words })
export type PrepStation = z.infer<typeof stationSchema>

/** The sizes that a shop can measure with a ruler. */
const screen = {
  /** Diagonal of the screen in inches; 0: unknown, then a millimetre counts as four CSS pixels. */
  screenInches: z.number().min(0).max(120),
  /** Distance between a reading cook and the screen. */
  readingDistanceCm: z.number().min(40).max(400),
  /** Numbers on the tickets and a legend, for work with keys. */
  bumpBar: z.boolean(),
  stations: z.array(stationSchema).max(20),
  /** Name of the station whose lines this screen shows; empty: all of them. */
  station: z.string().max(40),
  /** Words that highlight a note, by language. An absent language uses the product's list. */
  allergyWords: z.partialRecord(z.enum(LOCALES), words),
  /** Words with which a removal begins ("sem", "retirar"), by language, as above. */
  removalWords: z.partialRecord(z.enum(LOCALES), words),
}

/** Differences between order platforms and the interface document. Every default is the documented behaviour. */
export const dialectSchema = z.object({
  /** Shape of the acknowledgment body: v2 `{eventIds}`, v1 `[{id, orderId, eventType}]`, ids `[{id}]`. */
  acknowledgment: z.enum(['v2', 'v1', 'ids']).default('v2'),
  /** Part of the `validateCode` request that holds the code. */
  validateCode: z.enum(['query', 'body']).default('query'),
  /** Some hosts allow READY → DELIVERED for DELIVERY orders. */
  deliveredFromReady: z.boolean().default(false),
  /** Unit of amounts: decimals by the schema, integer cents on some hosts. */
  money: z.enum(['decimal', 'cents']).default('decimal'),
})
export type Dialect = z.infer<typeof dialectSchema>

export const settingsSchema = z.object({
  locale: z.enum(LOCALES).default('pt-BR'),
  /** Seconds between two polls; also the heartbeat that keeps the store open. */
  pollIntervalSeconds: numberWithin(POLL_INTERVAL_SECONDS).int().default(30),
  /** Seconds during which a tap can be undone before it is sent; 0 sends at once. */
  undoSeconds: numberWithin(UNDO_SECONDS).default(5),
  /** Minutes within which the platform expects a new order to be confirmed. */
  confirmDeadlineMinutes: numberWithin(CONFIRM_DEADLINE_MINUTES).default(8),
  /**
   * The shop's preparation time: announced with a confirmation, and the time before the promised one at which a scheduled
   * order starts. Absent: none is announced, and scheduled orders start `USUAL_PREPARATION_MINUTES` before.
   */
  preparationMinutes: preparationMinutesSchema.optional(),
  /** The kitchen's due time is this long before the time at which the platform expects the order at the customer's. */
  travelMinutes: numberWithin(TRAVEL_MINUTES).int().default(15),
  /** One tap on "accept" also starts the preparation: two taps in the outbox, each with its own state. */
  confirmStartsPreparation: z.boolean().default(true),
  autoConfirm: autoConfirmSchema.default(DEFAULT_AUTO_CONFIRM),
  delayAlarm: delayAlarmSchema.default(DEFAULT_DELAY_ALARM),
  /** Colours of sales channels; a channel that is absent is shown without one. */
  channelColors: channelColorsSchema.default([]),
  theme: z.enum(['dark', 'light']).default('dark'),
  /** What this screen is for. */
  role: z.enum(SCREEN_ROLES).default('all'),
  /** Whether this screen rings for orders. An order that no window has painted rings on every screen. */
  rings: z.boolean().default(true),
  /** The view that was chosen last. */
  view: z.enum(VIEWS).default('kitchen'),
  /** What a window shows when it opens. */
  startView: z.enum(['last', ...VIEWS]).default('last'),
  /** The window fills the display, without a title bar or task bar. */
  fullScreen: z.boolean().default(false),
  /** The program starts when the user of this computer signs in. */
  startsWithComputer: z.boolean().default(false),
  /** The display of the board, while it is connected. Absent: the system's choice. */
  display: displayChoiceSchema.optional(),
  /** The system starts the program again when it fails. */
  restartsAfterFailure: z.boolean().default(false),
  paper: paperSettingsSchema.default(DEFAULT_PAPER),
  /** The step of the guided set-up; absent: not begun. */
  setupStep: setupStepSchema.optional(),
  screenInches: screen.screenInches.default(0),
  readingDistanceCm: screen.readingDistanceCm.default(100),
  bumpBar: screen.bumpBar.default(false),
  onScreenKeyboard: z.enum(KEYBOARD_MODES).default('auto'),
  stations: screen.stations.default([]),
  station: screen.station.default(''),
  allergyWords: screen.allergyWords.default({}),
  removalWords: screen.removalWords.default({}),
  ageMinutes: z
    .object({ delivery: minutesByType, takeout: minutesByType })
    .default({ delivery: { warn: 10, late: 15 }, takeout: { warn: 5, late: 10 } }),
  /** Minutes for which a finished order stays in the last lane. */
  doneLaneMinutes: numberWithin(DONE_LANE_MINUTES).default(30),
  alarm: alarmSchema.default(DEFAULT_ALARM),
  dialect: dialectSchema.default(dialectSchema.parse({})),
  webhook: webhookSettingsSchema.default(DEFAULT_WEBHOOK),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})

/** Without defaults: they would overwrite the settings that a change does not name. */
const dialectPatchSchema = z.object({
  acknowledgment: dialectSchema.shape.acknowledgment.unwrap().optional(),
  validateCode: dialectSchema.shape.validateCode.unwrap().optional(),
  deliveredFromReady: dialectSchema.shape.deliveredFromReady.unwrap().optional(),
  money: dialectSchema.shape.money.unwrap().optional(),
})

/** A change of some settings. Settings that it does not name stay unchanged. */
export const settingsPatchSchema = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  pollIntervalSeconds: numberWithin(POLL_INTERVAL_SECONDS).int().optional(),
  undoSeconds: numberWithin(UNDO_SECONDS).optional(),
  confirmDeadlineMinutes: numberWithin(CONFIRM_DEADLINE_MINUTES).optional(),
  /** Null removes it: no preparation time is announced. */
  preparationMinutes: preparationMinutesSchema.nullable().optional(),
  travelMinutes: numberWithin(TRAVEL_MINUTES).int().optional(),
  confirmStartsPreparation: z.boolean().optional(),
  autoConfirm: autoConfirmSchema.partial().optional(),
  delayAlarm: delayAlarmSchema.partial().optional(),
  channelColors: channelColorsSchema.optional(),
  theme: z.enum(['dark', 'light']).optional(),
  role: z.enum(SCREEN_ROLES).optional(),
  rings: z.boolean().optional(),
  view: z.enum(VIEWS).optional(),
  startView: z.enum(['last', ...VIEWS]).optional(),
  fullScreen: z.boolean().optional(),
  startsWithComputer: z.boolean().optional(),
  /** Null removes it: the system chooses. */
  display: displayChoiceSchema.nullable().optional(),
  restartsAfterFailure: z.boolean().optional(),
  paper: paperSettingsSchema.partial().optional(),
  setupStep: setupStepSchema.optional(),
  screenInches: screen.screenInches.optional(),
  readingDistanceCm: screen.readingDistanceCm.optional(),
  bumpBar: screen.bumpBar.optional(),
  onScreenKeyboard: z.enum(KEYBOARD_MODES).optional(),
  stations: screen.stations.optional(),
  station: screen.station.optional(),
  allergyWords: screen.allergyWords.optional(),
  removalWords: screen.removalWords.optional(),
  ageMinutes: z.object({ delivery: minutesByType, takeout: minutesByType }).optional(),
  doneLaneMinutes: numberWithin(DONE_LANE_MINUTES).optional(),
  alarm: alarmSchema.partial().optional(),
  dialect: dialectPatchSchema.optional(),
  webhook: webhookSettingsSchema.partial().optional(),
})
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

/** Applies a patch. Values outside their bounds were refused when the patch was parsed. */
export function applySettingsPatch(settings: Settings, patch: SettingsPatch): Settings {
  return settingsSchema.parse({
    ...settings,
    ...patch,
    preparationMinutes:
      patch.preparationMinutes === undefined ? settings.preparationMinutes : (patch.preparationMinutes ?? undefined),
    display: patch.display === undefined ? settings.display : (patch.display ?? undefined),
    autoConfirm: { ...settings.autoConfirm, ...patch.autoConfirm },
    delayAlarm: { ...settings.delayAlarm, ...patch.delayAlarm },
    alarm: { ...settings.alarm, ...patch.alarm },
    paper: { ...settings.paper, ...patch.paper },
    dialect: { ...settings.dialect, ...patch.dialect },
    webhook: { ...settings.webhook, ...patch.webhook },
  })
}

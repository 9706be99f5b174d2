import { z } from 'zod'
import { displayChoiceSchema } from './computer.ts'
import { DEFAULT_PAPER, paperSettingsSchema } from './paper.ts'
import { setupStageSchema } from './setup.ts'
import {
  AGE_MINUTES,
  CHANNEL_COLORS,
  CONFIRM_DEADLINE_MINUTES,
  DONE_LANE_MINUTES,
  KEYBOARD_MODES,
  type Limits,
  LOCALES,
  MAX_CHANNEL_NAME,
  ORDERS_IN_KITCHEN,
  POLL_INTERVAL_SECONDS,
  PREPARATION_MINUTES,
  SCREEN_ROLES,
  TRAVEL_MINUTES,
  UNDO_SECONDS,
  VIEWS,
} from './values.ts'
import { DEFAULT_WEBHOOK, webhookSettingsSchema } from './webhook.ts'

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

/** Accepting without a tap; the rules are applied in the main process (`electron/core/auto-confirm.ts`). */
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

/** Where a setting applies. */
type Marks = {
  /** Each screen has its own; `followed`: the kitchen's until it is changed on the screen. Absent: the kitchen's alone. */
  readonly ofScreen?: 'own' | 'followed'
  /** A practice uses it. Absent: it acts automatically, silences alarms, hides an invented dish, or is about the platform. */
  readonly inPractice?: true
  /** Each connection has its own. Absent: the kitchen's. */
  readonly ofConnection?: true
}
const marks = z.registry<Marks>()

/** One row for each setting. */
export const settingsSchema = z.object({
  locale: z.enum(LOCALES).default('pt-BR').register(marks, { ofScreen: 'followed', inPractice: true }),
  /** Seconds between two polls; also the heartbeat that keeps the store open. */
  pollIntervalSeconds: numberWithin(POLL_INTERVAL_SECONDS).int().default(30).register(marks, { ofConnection: true }),
  /** Seconds during which a tap can be undone before it is sent; 0 sends at once. */
  undoSeconds: numberWithin(UNDO_SECONDS).default(5).register(marks, { inPractice: true }),
  /** Minutes within which the platform expects a new order to be confirmed. */
  confirmDeadlineMinutes: numberWithin(CONFIRM_DEADLINE_MINUTES).default(8).register(marks, { ofConnection: true }),
  /**
   * The shop's preparation time: announced with a confirmation, and the time before the promised one at which a scheduled
   * order starts. Absent: none is announced, and scheduled orders start `USUAL_PREPARATION_MINUTES` before.
   */
  preparationMinutes: preparationMinutesSchema.optional().register(marks, { ofConnection: true }),
  /** The kitchen's due time is this long before the time at which the platform expects the order at the customer's. */
  travelMinutes: numberWithin(TRAVEL_MINUTES).int().default(15).register(marks, { ofConnection: true }),
  /** One tap on "accept" also starts the preparation: two taps in the outbox, each with its own state. */
  confirmStartsPreparation: z.boolean().default(true).register(marks, { inPractice: true }),
  autoConfirm: autoConfirmSchema.default(DEFAULT_AUTO_CONFIRM),
  delayAlarm: delayAlarmSchema.default(DEFAULT_DELAY_ALARM),
  /** Colours of sales channels; a channel that is absent is shown without one. */
  channelColors: channelColorsSchema.default([]),
  theme: z.enum(['dark', 'light']).default('dark').register(marks, { ofScreen: 'followed', inPractice: true }),
  /** What this screen is for. */
  role: z.enum(SCREEN_ROLES).default('all').register(marks, { ofScreen: 'own' }),
  /** Whether this screen rings for orders. An order that no window has painted rings on every screen. */
  rings: z.boolean().default(true).register(marks, { ofScreen: 'own' }),
  /** The view that was chosen last. */
  view: z.enum(VIEWS).default('kitchen').register(marks, { ofScreen: 'own' }),
  /** What a window shows when it opens. */
  startView: z
    .enum(['last', ...VIEWS])
    .default('last')
    .register(marks, { ofScreen: 'own' }),
  /** The window fills the display, without a title bar or task bar. */
  fullScreen: z.boolean().default(false).register(marks, { ofScreen: 'own' }),
  /** A downloaded update is installed automatically in the quiet hours. */
  installsUpdates: z.boolean().default(false).register(marks, { ofScreen: 'own' }),
  /** The display of the board, while it is connected. Absent: the system's choice. */
  display: displayChoiceSchema.optional().register(marks, { ofScreen: 'own' }),
  paper: paperSettingsSchema.default(DEFAULT_PAPER),
  /** How far the guided set-up is; absent: not begun. */
  setupStep: setupStageSchema.optional().register(marks, { ofScreen: 'own' }),
  /** Diagonal of the screen in inches; 0: unknown, then a millimetre counts as four CSS pixels. */
  screenInches: z.number().min(0).max(120).default(0).register(marks, { ofScreen: 'own', inPractice: true }),
  /** Distance between a reading cook and the screen. */
  readingDistanceCm: z.number().min(40).max(400).default(100).register(marks, { ofScreen: 'own', inPractice: true }),
  /** Numbers on the tickets and a legend, for work with keys. */
  bumpBar: z.boolean().default(false).register(marks, { ofScreen: 'own', inPractice: true }),
  onScreenKeyboard: z.enum(KEYBOARD_MODES).default('auto').register(marks, { ofScreen: 'own', inPractice: true }),
  stations: z.array(stationSchema).max(20).default([]),
  /** Name of the station whose lines this screen shows; empty: all of them. */
  station: z.string().max(40).default('').register(marks, { ofScreen: 'own' }),
  /** Words that highlight a note, by language. An absent language uses the product's list. */
  allergyWords: z.partialRecord(z.enum(LOCALES), words).default({}).register(marks, { inPractice: true }),
  /** Words with which a removal begins ("sem", "retirar"), by language, as above. */
  removalWords: z.partialRecord(z.enum(LOCALES), words).default({}).register(marks, { inPractice: true }),
  ageMinutes: z
    .object({ delivery: minutesByType, takeout: minutesByType })
    .default({ delivery: { warn: 10, late: 15 }, takeout: { warn: 5, late: 10 } })
    .register(marks, { inPractice: true }),
  /** Minutes for which an order stands ready until it is shown as standing, and until it is late and rings once. */
  standingMinutes: z
    .object({ delivery: minutesByType, takeout: minutesByType })
    .default({ delivery: { warn: 5, late: 8 }, takeout: { warn: 5, late: 8 } })
    .register(marks, { inPractice: true }),
  /** Before the hand-over each line of the bag is ticked; without it only allergies and codes are checked. */
  checksBags: z.boolean().default(false).register(marks, { inPractice: true }),
  /** Minutes for which a finished order stays in the last lane. */
  doneLaneMinutes: numberWithin(DONE_LANE_MINUTES).default(30),
  alarm: alarmSchema.default(DEFAULT_ALARM).register(marks, { ofScreen: 'followed' }),
  dialect: dialectSchema.default(dialectSchema.parse({})).register(marks, { ofConnection: true }),
  webhook: webhookSettingsSchema.default(DEFAULT_WEBHOOK).register(marks, { ofConnection: true }),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})

/** Every setting, in the order of the schema. `Object.keys` loses the names. */
export const SETTING_NAMES = Object.keys(settingsSchema.shape) as readonly (keyof Settings)[]

export const settingMarks = (name: keyof Settings): Marks => marks.get(settingsSchema.shape[name]) ?? {}

/** The part of a change that each connection of a kitchen has of its own. */
export function ownPart(patch: SettingsPatch): SettingsPatch {
  const own = Object.entries(patch).filter(([name]) =>
    SETTING_NAMES.some((one) => one === name && settingMarks(one).ofConnection),
  )
  const { enabled } = patch.autoConfirm ?? {}
  // The type of `Object.fromEntries` loses the names.
  return {
    ...(Object.fromEntries(own) as SettingsPatch),
    ...(enabled === undefined ? {} : { autoConfirm: { enabled } }),
  }
}

const withoutDefault = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault ? withoutDefault(schema.unwrap() as z.ZodType) : schema

/** A setting that is an object: a patch may name some of its members. */
const groupOf = (schema: z.ZodType): z.ZodObject | undefined => {
  const bare = withoutDefault(schema)
  return bare instanceof z.ZodObject ? bare : undefined
}

/** Without defaults: they would overwrite the settings that a change does not name. Null removes a setting that may be absent. */
function patchSchemaOf(schema: z.ZodType): z.ZodOptional {
  if (schema instanceof z.ZodOptional) return z.nullable(schema.unwrap()).optional()
  const members = Object.entries(groupOf(schema)?.shape ?? {})
  return members.length === 0
    ? withoutDefault(schema).optional()
    : z.object(Object.fromEntries(members.map(([name, one]) => [name, withoutDefault(one).optional()]))).optional()
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }
type PatchOf<T> = undefined extends T ? T | null : T extends readonly unknown[] ? T : T extends object ? Loose<T> : T

/** A change of some settings. Settings that it does not name stay unchanged. */
export const settingsPatchSchema = z.strictObject(
  // The type of `Object.fromEntries` loses the names.
  Object.fromEntries(
    Object.entries(settingsSchema.shape).map(([name, schema]) => [name, patchSchemaOf(schema)]),
  ) as unknown as { [K in keyof Settings]-?: z.ZodOptional<z.ZodType<PatchOf<Settings[K]>>> },
)
export type SettingsPatch = z.infer<typeof settingsPatchSchema>

/** Applies a patch. Values outside their bounds were refused when the patch was parsed. */
export function applySettingsPatch(settings: Settings, patch: SettingsPatch): Settings {
  const changed: Record<string, unknown> = { ...settings }
  for (const name of SETTING_NAMES) {
    const value = patch[name]
    if (value === undefined) continue
    const isGroup = groupOf(settingsSchema.shape[name]) !== undefined
    changed[name] = isGroup ? { ...Object(settings[name]), ...Object(value) } : (value ?? undefined)
  }
  return settingsSchema.parse(changed)
}

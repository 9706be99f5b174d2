import { z } from 'zod'
import { DEFAULT_WEBHOOK, webhookSettingsSchema } from './webhook.ts'

export const LOCALES = ['pt-BR', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

const minutesByType = z.object({
  /** Minutes until the ticket is shown as due soon. */
  warn: z.number().min(1).max(240),
  /** Minutes until the ticket is shown as late. */
  late: z.number().min(1).max(240),
})

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const alarmSchema = z.object({
  /** Per cent; an escalated alarm is always as loud as it can be. */
  volume: z.number().int().min(10).max(100),
  /** Seconds between two rings. */
  intervalSeconds: z.number().int().min(2).max(30),
  /** Seconds of ringing after which an alarm grows louder and faster. */
  escalateSeconds: z.number().int().min(10).max(600),
  /** Hours of the local day without any sound. */
  quietHours: z.object({ enabled: z.boolean(), from: timeOfDay, to: timeOfDay }),
})
export type AlarmSettings = z.infer<typeof alarmSchema>

const DEFAULT_ALARM: AlarmSettings = {
  volume: 80,
  intervalSeconds: 5,
  escalateSeconds: 90,
  quietHours: { enabled: false, from: '23:00', to: '06:00' },
}

/** Where order platforms differ from the interface document. Every value has the documented behaviour as its default. */
export const dialectSchema = z.object({
  /** Shape of the acknowledgment body: v2 `{eventIds}`, v1 `[{id, orderId, eventType}]`, ids `[{id}]`. */
  acknowledgment: z.enum(['v2', 'v1', 'ids']).default('v2'),
  /** Where `validateCode` carries the code. */
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
  pollIntervalSeconds: z.number().int().min(1).max(60).default(30),
  /** Seconds during which a tap can be undone before it is sent; 0 sends at once. */
  undoSeconds: z.number().min(0).max(10).default(5),
  /** Minutes that the platform gives to confirm a new order. */
  confirmDeadlineMinutes: z.number().min(1).max(60).default(8),
  /** Preparation time announced with a confirmation; absent: none is announced. */
  preparationMinutes: z.number().int().min(1).max(240).optional(),
  theme: z.enum(['dark', 'light']).default('dark'),
  ageMinutes: z
    .object({ delivery: minutesByType, takeout: minutesByType })
    .default({ delivery: { warn: 10, late: 15 }, takeout: { warn: 5, late: 10 } }),
  /** Minutes for which a finished order stays in the last lane. */
  doneLaneMinutes: z.number().min(1).max(720).default(30),
  alarm: alarmSchema.default(DEFAULT_ALARM),
  dialect: dialectSchema.default(dialectSchema.parse({})),
  webhook: webhookSettingsSchema.default(DEFAULT_WEBHOOK),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})

/** Without the defaults: they would fill in what a change does not name, and so undo what was chosen before. */
const dialectPatchSchema = z.object({
  acknowledgment: dialectSchema.shape.acknowledgment.unwrap().optional(),
  validateCode: dialectSchema.shape.validateCode.unwrap().optional(),
  deliveredFromReady: dialectSchema.shape.deliveredFromReady.unwrap().optional(),
  money: dialectSchema.shape.money.unwrap().optional(),
})

/** A change of some settings; what is not named stays as it is. */
export const settingsPatchSchema = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  pollIntervalSeconds: z.number().int().min(1).max(60).optional(),
  undoSeconds: z.number().min(0).max(10).optional(),
  confirmDeadlineMinutes: z.number().min(1).max(60).optional(),
  preparationMinutes: z.number().int().min(1).max(240).optional(),
  theme: z.enum(['dark', 'light']).optional(),
  ageMinutes: z.object({ delivery: minutesByType, takeout: minutesByType }).optional(),
  doneLaneMinutes: z.number().min(1).max(720).optional(),
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
    alarm: { ...settings.alarm, ...patch.alarm },
    dialect: { ...settings.dialect, ...patch.dialect },
    webhook: { ...settings.webhook, ...patch.webhook },
  })
}

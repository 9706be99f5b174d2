import { z } from 'zod'
import { WEBHOOK_PORT } from './values.ts'

/** The state of the webhook receiver, as the settings page shows it. Off by default. */

export const WEBHOOK_PATH = '/webhook/events'

export const webhookSettingsSchema = z.object({
  enabled: z.boolean(),
  /** Port that a tunnel or a router forwards to. */
  port: z.number().int().min(WEBHOOK_PORT.min).max(WEBHOOK_PORT.max),
  /** `loopback`: this machine alone, for a tunnel that runs on it. `lan`: every address of the machine. */
  bind: z.enum(['loopback', 'lan']),
})
export type WebhookSettings = z.infer<typeof webhookSettingsSchema>

export const DEFAULT_WEBHOOK: WebhookSettings = { enabled: false, port: 8_787, bind: 'loopback' }

export const WEBHOOK_VERDICTS = [
  'accepted',
  /** Genuine, but already known: a poll was faster, or it was sent twice. */
  'duplicate',
  /** Genuine, and without an event: the platform asks whether the address answers. */
  'keep-alive',
  /** Genuine, but without a readable event: refused, so that polling brings it; its structure is stored for the engineer. */
  'unreadable',
  'signature-missing',
  'signature-wrong',
  /** Genuine, but older than the ids of events are kept: recorded, and sent again by someone else. */
  'outdated',
  'too-large',
  'too-many',
  'no-credentials',
  'storage',
] as const
export type WebhookVerdict = (typeof WEBHOOK_VERDICTS)[number]

export const WEBHOOK_TROUBLES = ['port-in-use', 'not-permitted', 'failed'] as const
export type WebhookTrouble = (typeof WEBHOOK_TROUBLES)[number]

/** Where deliveries are received, and how many were. */
const deliveriesSchema = z.object({
  /** The addresses on which it listens; a public address has to be forwarded to one of them. Empty unless it listens. */
  urls: z.array(z.string()),
  lastDelivery: z
    .object({
      /** Epoch ms. */
      at: z.number(),
      verdict: z.enum(WEBHOOK_VERDICTS),
    })
    .optional(),
  /** Number of deliveries of this run that were accepted and refused. */
  accepted: z.number().int(),
  refused: z.number().int(),
})
export type Deliveries = z.infer<typeof deliveriesSchema>

export const webhookStatusSchema = deliveriesSchema.extend({
  state: z.enum(['off', 'starting', 'listening', 'failed']),
  /** Why it does not listen. */
  trouble: z.enum(WEBHOOK_TROUBLES).optional(),
  /** Each connection has an address of its own; absent where there is one. The values above are then those of the first, and of all. */
  connections: z.array(deliveriesSchema.extend({ name: z.string() })).optional(),
})
export type WebhookStatus = z.infer<typeof webhookStatusSchema>

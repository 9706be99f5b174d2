import { z } from 'zod'

/** The state of this program's updates for a window. The rules are in `electron/updates/`. */

/**
 * `off`: this build has no feed. `unsupported`: it has one, but this program was not started from an installed package
 * that can be updated. `ready`: downloaded and checked, waits to be installed. `given-up`: its installation has failed too
 * often.
 */
export const UPDATE_STATES = [
  'off',
  'unsupported',
  'idle',
  'checking',
  'downloading',
  'ready',
  'given-up',
  'installing',
] as const

/** The problem of the last check, download or installation. */
export const UPDATE_TROUBLES = [
  /** No answer, or an answer that is an error. */
  'unreachable',
  /** The feed, or its address or key in this package, cannot be used. */
  'feed-broken',
  /** The feed is not signed with the key of this package. Nothing of it is used. */
  'signature',
  /** The downloaded file differs from the one that the feed names. */
  'download-broken',
  'disk-full',
  'install-failed',
] as const
export type UpdateTrouble = (typeof UPDATE_TROUBLES)[number]

/** Why an installation has to wait. */
export const UPDATE_HOLDS = ['orders-open', 'taps-unsent', 'storage', 'not-writable'] as const
export type UpdateHold = (typeof UPDATE_HOLDS)[number]

export const updateStatusSchema = z.object({
  state: z.enum(UPDATE_STATES),
  /** Version of the running program. */
  version: z.string(),
  /** The newer version; absent: none was found. */
  offered: z.string().optional(),
  /** Per cent of the download. */
  percent: z.number().int().min(0).max(100).optional(),
  /** When the feed was last read, in epoch ms of this computer's clock; absent: never. */
  checkedAt: z.number().optional(),
  trouble: z.enum(UPDATE_TROUBLES).optional(),
  /** Installations of a version that have failed; kept over restarts. */
  failed: z.object({ version: z.string(), attempts: z.number() }).optional(),
  /** Present while an update is ready and must not be installed now. */
  hold: z.enum(UPDATE_HOLDS).optional(),
  /** The system asks a user for a password or a consent, so the update is not installed automatically. */
  needsPerson: z.boolean(),
})
export type UpdateStatus = z.infer<typeof updateStatusSchema>

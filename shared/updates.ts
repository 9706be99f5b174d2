import { z } from 'zod'

/** What a window shows of the updates of this program. The rules are in `electron/updates/`. */

/**
 * `off`: this build has no feed. `unsupported`: it has one, but this program was not started from an installed package
 * that can be updated. `ready`: downloaded and checked, waits to be installed.
 */
export const UPDATE_STATES = ['off', 'unsupported', 'idle', 'looking', 'downloading', 'ready', 'installing'] as const

/** What went wrong at the last look, download or installation. */
export const UPDATE_TROUBLES = [
  /** No answer, or an answer that is an error. */
  'unreachable',
  /** The feed, or its address or key in this package, cannot be used. */
  'feed-broken',
  /** The feed is not signed with the key of this package. Nothing of it is used. */
  'signature',
  /** The file that arrived is not the one that the feed names. */
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
  /** Of the program that runs. */
  version: z.string(),
  /** The newer version, from when it was found. */
  offered: z.string().optional(),
  /** Of the download. */
  percent: z.number().int().min(0).max(100).optional(),
  /** When the feed was last read, in epoch ms of this computer's clock; absent: never. */
  lookedAt: z.number().optional(),
  trouble: z.enum(UPDATE_TROUBLES).optional(),
  /** Present while an update is ready and must not be installed now. */
  hold: z.enum(UPDATE_HOLDS).optional(),
  /** The system asks a person for a password or a consent, so that it is not installed in the quiet hours. */
  needsPerson: z.boolean(),
  /** A version that showed no board on this computer, after which the one before was started again. */
  failedVersion: z.string().optional(),
})
export type UpdateStatus = z.infer<typeof updateStatusSchema>

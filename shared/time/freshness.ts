import { z } from 'zod'

export { FRESHNESS_SEVERITY, freshnessByAge } from './freshness-age.ts'

/**
 * How far the board can be trusted. `fresh`: the last poll succeeded in time; `late` and `stale`: two and three polls
 * were missed; `offline`: there is no network at all; `setup`: no working credentials.
 */
export const FRESHNESS_STATES = ['fresh', 'late', 'stale', 'offline', 'setup'] as const
export type FreshnessState = (typeof FRESHNESS_STATES)[number]

/** Why polls fail or cannot start; each has words beside the badge. */
export const TROUBLES = [
  'not-configured',
  'keychain-locked',
  'keychain-absent',
  'keychain-denied',
  /** The keychain does not answer, or its answer is invalid. */
  'keychain-failing',
  /** The library for the keychain is missing. */
  'keychain-no-library',
  /** The user's session, through which the keychain is reached, is missing. */
  'keychain-no-session',
  /** The credentials are too long for the keychain. */
  'keychain-too-long',
  /** The entry exists and is unreadable; entering the credentials again repairs it. */
  'keychain-garbled',
  'credentials-refused',
  /** The office of the chain has issued a new secret for this kitchen. */
  'secret-replaced',
  /** Another Comanda on this machine polls with the same credential. */
  'credential-in-use',
  /** Staff have moved the queue of orders to another computer. */
  'handed-over',
  /** Another connection of this kitchen has the same credential. */
  'credential-twice',
  /** Staff have paused this connection. */
  'connection-paused',
  'forbidden',
  /** The same for one of several establishments: the others are polled. */
  'shop-left-out',
  /** The office of the chain has paused this kitchen. */
  'kitchen-paused',
  'network',
  /** The first poll of this run has no answer yet. */
  'no-answer',
  /** Nothing has this name, and the platform never answered there. */
  'host-unknown',
  /** Something else than the platform answers at this address, or nothing does; the platform never answered there. */
  'address',
  /** The connection is not private: the certificate is another's. */
  'certificate',
  /** The certificate is not valid by the clock of this computer. */
  'certificate-date',
  'proxy',
  'platform',
  /** Received events could not be stored and were not acknowledged: the disk is full. */
  'storage',
  /** The same: another program holds the files. */
  'storage-busy',
  /** The same: this account may not write, or the disk lets nobody write. */
  'storage-read-only',
  /** The same: the disk or the file is broken. */
  'storage-failing',
  /** This screen does not reach its main computer, so it does not know the newest changes. */
  'station-away',
  /** The main computer's program is older than this screen's, or newer, and they do not understand each other. */
  'station-older',
  'screen-older',
  /** The main computer's list does not contain this screen. */
  'not-paired',
] as const
export type Trouble = (typeof TROUBLES)[number]

const OF_STORAGE: readonly (Trouble | undefined)[] = ['storage', 'storage-busy', 'storage-read-only', 'storage-failing']
export const isStorageTrouble = (trouble: Trouble | undefined): boolean => OF_STORAGE.includes(trouble)

const ofOne = {
  state: z.enum(FRESHNESS_STATES),
  trouble: z.enum(TROUBLES).optional(),
  /** Epoch ms of the platform's clock at the last successful poll. */
  checkedAt: z.number().optional(),
  /** A poll succeeded before this start, but its age is unknown: the clock was set back since. */
  isAgeUnknown: z.boolean().optional(),
  /** The interval in force between polls: longer than the setting while deliveries by webhook work. */
  pollIntervalMs: z.number().optional(),
  /** When the platform may close the store for missing polls; present while polls fail. */
  storeRiskAt: z.number().optional(),
}

export const freshnessSchema = z.object({
  ...ofOne,
  /** The name of the connection that is worst off; absent: all is well, or there is one. */
  connection: z.string().optional(),
  /** Each connection, where there are several. */
  connections: z
    .array(z.object({ ...ofOne, name: z.string(), /** The key of its notice. */ notice: z.string().optional() }))
    .optional(),
})
export type Freshness = z.infer<typeof freshnessSchema>

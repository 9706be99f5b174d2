import { z } from 'zod'
import { SCREEN_ROLES } from './views.ts'

/** The screens of a shop, as the settings page of its station sees them, and the way in for a new one. */

/** The station's port unless another program has it; the screen assumes it when only an address is typed. */
export const STATION_PORT = 47_180

/** Why no pairing could be opened: the keychain does not keep the station's key, or no port can be had. */
const SCREENS_TROUBLES = ['keychain', 'port'] as const

/** How the last pairing of this run ended. */
const pairingEndingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paired'), name: z.string() }),
  z.object({ kind: z.enum(['expired', 'too-many-attempts', 'stopped']) }),
])
export type PairingEnding = z.infer<typeof pairingEndingSchema>

const pairingStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('closed'), ending: pairingEndingSchema.optional() }),
  z.object({
    state: z.literal('open'),
    /** Six digits. */
    code: z.string(),
    endsInMs: z.number(),
    attemptsLeft: z.number().int(),
  }),
])
export type PairingState = z.infer<typeof pairingStateSchema>

/** The use of a screen, as the screen reported it. */
export const screenUseSchema = z.object({
  role: z.enum(SCREEN_ROLES),
  /** Name of the preparation station whose lines it shows; empty: all of them. */
  station: z.string().max(40),
  rings: z.boolean(),
})
export type ScreenUse = z.infer<typeof screenUseSchema>

const pairedScreenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Epoch ms. */
  pairedAt: z.number(),
  /** Epoch ms; absent: never. */
  lastSeenAt: z.number().optional(),
  isConnected: z.boolean(),
  /** Absent: not reported. */
  use: screenUseSchema.optional(),
  /** When the ledger's copy was made that it holds, epoch ms; absent: it holds none. */
  copyAt: z.number().optional(),
})
export type PairedScreen = z.infer<typeof pairedScreenSchema>

/**
 * The sealed copies of the ledger on screens. `no-code`: none are made before there is a recovery code. `other-keychain`: the
 * ledger has come from another machine, and copies need a new code. `keychain`: it does not open.
 */
export const COPIES_STATES = ['no-code', 'ready', 'other-keychain', 'keychain', 'too-large'] as const
export type CopiesState = (typeof COPIES_STATES)[number]

export const screensStatusSchema = z.object({
  /** `off`: no screen is paired and no pairing is open, so nothing listens. */
  state: z.enum(['off', 'listening']),
  trouble: z.enum(SCREENS_TROUBLES).optional(),
  /** What to type on the new screen: addresses of this computer, with the port where it is not the usual one. */
  addresses: z.array(z.string()),
  pairing: pairingStateSchema,
  screens: z.array(pairedScreenSchema),
  copies: z.enum(COPIES_STATES),
  /** The role of this station was given to a screen; absent: it works. */
  handedOver: z
    .object({
      name: z.string(),
      /** The screen has the ledger as it was left: a person may take the role there. */
      hasLedger: z.boolean(),
      /** It has taken the role. */
      isTaken: z.boolean(),
    })
    .optional(),
})
export type ScreensStatus = z.infer<typeof screensStatusSchema>

/** The code is shown once, and not stored anywhere. Absent: the keychain does not keep the key of this machine. */
export const recoveryCodeSchema = z.object({ code: z.string().optional() })

/** Most stations in the result of a search. */
export const MAX_FOUND = 8

/** A station that says on the network that it waits for a screen. A hint: only the code proves it. */
const foundStationSchema = z.object({
  name: z.string(),
  /** As it would be typed. */
  address: z.string(),
})
export type FoundStation = z.infer<typeof foundStationSchema>
export const foundStationsSchema = z.object({ stations: z.array(foundStationSchema).max(MAX_FOUND) })

/** What became of an attempt to join. `joined`: the program starts anew as a screen. */
export const JOIN_OUTCOMES = [
  'joined',
  /** What was typed is no address. */
  'bad-address',
  /** Nothing answers there. */
  'unreachable',
  /** What answers is not a station of this program, or one of another version. */
  'not-a-station',
  'not-open',
  'wrong-code',
  'list-full',
  /** The keychain of this computer does not keep the key. */
  'keychain',
] as const
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number]

/** What became of an address that was typed for a station that has moved. */
const MOVED_OUTCOMES = [
  'moved',
  'bad-address',
  'unreachable',
  'not-a-station',
  /** A station answers there, with another key than the one that was paired. */
  'wrong-station',
  'keychain',
] as const
export type MovedOutcome = (typeof MOVED_OUTCOMES)[number]
export const movedResultSchema = z.object({ outcome: z.enum(MOVED_OUTCOMES) })
/** A name or an IPv4 address, with or without `:port`. */
export const moveArgsSchema = z.strictObject({ address: z.string().min(1).max(255) })

/** The station of a screen: its name, and where it was reached last, as it would be typed. */
export const joinedSchema = z.object({ name: z.string(), address: z.string() })

export const joinArgsSchema = z.strictObject({
  /** A name or an IPv4 address, with or without `:port`. */
  address: z.string().min(1).max(255),
  /** As shown: six digits, spaces between them are no matter. */
  code: z.string().min(1).max(32),
  /** What the station is to call this screen. */
  name: z.string().min(1).max(200),
  /** What the new screen is for, until it is changed in its settings. */
  role: z.enum(SCREEN_ROLES).optional(),
})
export const joinResultSchema = z.object({ outcome: z.enum(JOIN_OUTCOMES) })

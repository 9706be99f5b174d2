import { z } from 'zod'
import { SCREEN_ROLES } from './values.ts'

/** The screens of a shop and the pairing of new ones, as the main computer's settings page shows them. */

/**
 * The main computer's port, unless another program uses it. A screen uses this port when staff type an address without
 * one.
 */
export const SCREENS_PORT = 47_180

/** Why no pairing could be opened: the keychain does not store the main computer's key, or no port is free. */
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

/** What a screen is for. */
export const screenDutySchema = z.object({
  role: z.enum(SCREEN_ROLES),
  /** Name of the preparation station whose lines it shows; empty: all of them. */
  station: z.string().max(40),
})
export type ScreenDuty = z.infer<typeof screenDutySchema>

/** The use of a screen, as the screen reported it. */
export const screenUseSchema = screenDutySchema.extend({ rings: z.boolean() })
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
  /** Chosen here and not applied by the screen yet. */
  wanted: screenDutySchema.optional(),
})
export type PairedScreen = z.infer<typeof pairedScreenSchema>

export const screensStatusSchema = z.object({
  /** `off`: no screen is paired and no pairing is open, so nothing listens. */
  state: z.enum(['off', 'listening']),
  trouble: z.enum(SCREENS_TROUBLES).optional(),
  /** The addresses of this computer to type on the new screen, with the port if it is not the usual one. */
  addresses: z.array(z.string()),
  pairing: pairingStateSchema,
  screens: z.array(pairedScreenSchema),
  /** Why the role cannot be given to a screen; absent: it can. */
  keepsRole: z.literal('several-connections').optional(),
  /** The screen to which this station gave its role; absent: the station works. */
  handedOver: z
    .object({
      name: z.string(),
      /** The ledger is final, so staff may take the role there. */
      isReady: z.boolean(),
      /** The screen has taken the role. */
      isTaken: z.boolean(),
    })
    .optional(),
})
export type ScreensStatus = z.infer<typeof screensStatusSchema>

/** Most main computers in the result of a search. */
export const MAX_FOUND = 8

/** A main computer that announces on the network that it waits for a screen. Unproved: only the code proves it. */
const foundComputerSchema = z.object({
  name: z.string(),
  /** In the form in which staff would type it. */
  address: z.string(),
})
export type FoundComputer = z.infer<typeof foundComputerSchema>
export const foundComputersSchema = z.object({ computers: z.array(foundComputerSchema).max(MAX_FOUND) })

/** The result of an attempt to join. `joined`: the program is a screen from its next start. */
export const JOIN_OUTCOMES = [
  'joined',
  /** The typed text is not an address. */
  'bad-address',
  /** Nothing answers there. */
  'unreachable',
  /** The computer that answers is not a main computer of this program, or has another version. */
  'not-a-station',
  'not-open',
  'wrong-code',
  'list-full',
  /** The keychain of this computer does not keep the key. */
  'keychain',
] as const
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number]

/** The result of typing a new address for a main computer that has moved. */
const MOVED_OUTCOMES = [
  'moved',
  'bad-address',
  'unreachable',
  'not-a-station',
  /** A main computer answers there, with another key than the one that was paired. */
  'wrong-station',
  'keychain',
] as const
export type MovedOutcome = (typeof MOVED_OUTCOMES)[number]
export const movedResultSchema = z.object({ outcome: z.enum(MOVED_OUTCOMES) })
/** A name or an IPv4 address, with or without `:port`. */
export const moveArgsSchema = z.strictObject({ address: z.string().min(1).max(255) })

/** The main computer of a screen: its name, and its last address in the form in which staff would type it. */
export const joinedSchema = z.object({
  name: z.string(),
  address: z.string(),
  /** The name of this screen at the main computer; absent: the main computer has not sent it yet. */
  screenName: z.string().optional(),
})

export const changeScreenSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  ...screenDutySchema.shape,
})

export const joinArgsSchema = z.strictObject({
  /** A name or an IPv4 address, with or without `:port`. */
  address: z.string().min(1).max(255),
  /** Six digits; spaces between them are ignored. */
  code: z.string().min(1).max(32),
  /** The name of this screen in the main computer's list. */
  name: z.string().min(1).max(200),
  /** The role of the new screen, until staff change it in its settings. */
  role: z.enum(SCREEN_ROLES).optional(),
})
export const joinResultSchema = z.object({ outcome: z.enum(JOIN_OUTCOMES) })

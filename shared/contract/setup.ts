import { z } from 'zod'
import { SLOTS } from '../ticket/ticket-key.ts'
import { PROFILE_NAMES } from './platforms.ts'
import { MAX_CREDENTIAL_CHARACTERS, PROBE_CHECKS, SETUP_STAGES } from './values.ts'

/** The data of the guided set-up between windows and main process. It never carries a stored secret to a window. */

export const setupStageSchema = z.enum(SETUP_STAGES)

/** Where credentials are stored: in the keychain or, if the user chose so, in memory until the program ends. */
export const KEEPING_PLACES = ['keychain', 'this-run'] as const
export type KeepingPlace = (typeof KEEPING_PLACES)[number]

export const KEEP_TROUBLES = ['locked', 'absent', 'denied', 'failing', 'no-library', 'no-session', 'too-long'] as const
export type KeepTrouble = (typeof KEEP_TROUBLES)[number]

export const setupStatusSchema = z.object({
  /** `practice`: this profile practises only, there is nothing to connect. */
  state: z.enum(['empty', 'kept', 'unreadable', 'practice']),
  keptIn: z.enum(KEEPING_PLACES).optional(),
  /** The API root of the connection in use, without its secret part. */
  masked: z.string().optional(),
})
export type SetupStatus = z.infer<typeof setupStatusSchema>

/** Any pasted text. The function that reads it reports what is wrong. */
const pasted = z.string().max(MAX_CREDENTIAL_CHARACTERS)

/** The full root in `address`, or the base in `address` and the app's own part in `hash`. Absent: the one that was read last. */
export const addressArgsSchema = z.strictObject({
  address: pasted.optional(),
  hash: pasted.optional(),
  /** The platform that was chosen; absent or `generic`: another one, of Open Delivery v2 until a test shows otherwise. */
  platform: z.enum(PROFILE_NAMES).optional(),
})

export const addressReadingSchema = z.union([
  z.object({ masked: z.string() }),
  z.object({ fault: z.enum(['empty', 'not-an-address', 'insecure', 'has-credentials', 'hash-missing']) }),
])
export type AddressReading = z.infer<typeof addressReadingSchema>

/** The connection that is set up: one in use, or `new`; absent: the first one. */
const target = z.union([z.literal(SLOTS), z.literal('new')]).optional()

/**
 * What is absent of the credentials is that of the ones tested last, otherwise of the ones in use as the first one. They are used only for the
 * origin for which they were entered.
 */
export const testArgsSchema = z.strictObject({
  credentials: z.strictObject({ clientId: pasted.min(1), clientSecret: pasted.min(1).optional() }).optional(),
  slot: target,
})

export const PROBE_FAULTS = [
  /** The operating system reports no network. */
  'no-network',
  'host-unknown',
  'unreachable',
  'timeout',
  /** The proxy of this network refuses, or requires a name and a password. */
  'proxy',
  /** A web page answered instead of the platform: the login page of a Wi-Fi, a proxy or a firewall. */
  'login-page',
  'certificate',
  /** The certificate is not valid by the clock of this computer. */
  'certificate-date',
  'wrong-address',
  /** The name of a host alone was entered, and it answers at none of the usual paths. */
  'path-missing',
  /** The address answers in another dialect than the one that was tested. */
  'speaks-open-delivery-1',
  'speaks-open-delivery-2',
  'speaks-ifood',
  'credentials-refused',
  'scope-missing',
  /** The platform issued a token and then refused it. */
  'token-refused',
  'throttled',
  'platform-down',
  /** Another Comanda on this machine receives the orders of these credentials. */
  'credential-in-use',
  /** Another platform of this kitchen has these credentials: see `usedBy`. */
  'credential-twice',
  /** There is nothing to test: no credentials were entered or stored. */
  'nothing-to-test',
  /** The known credentials were entered for another origin than the address that was read last. */
  'credentials-of-other-address',
] as const
export type ProbeFault = (typeof PROBE_FAULTS)[number]

/** The part of the platform's public declaration that the set-up shows. */
const platformDeclarationSchema = z.object({
  /** Whether one credential pair serves all stores of the app, or each store has its own. */
  clientIds: z.enum(['by-app', 'by-merchant', 'either']).optional(),
  /** A declared version of the interface; present when none of the declared versions is version 2. */
  otherVersion: z.string().optional(),
})
export type PlatformDeclaration = z.infer<typeof platformDeclarationSchema>

export const probeReportSchema = z.object({
  fault: z.enum(PROBE_FAULTS).optional(),
  /** The check that failed; absent: all checks passed. */
  failedAt: z.enum(PROBE_CHECKS).optional(),
  /**
   * Number of orders with events that wait at the platform. These were neither acknowledged nor stored, so the next poll
   * returns them again.
   */
  waiting: z.number().int().optional(),
  /** Names of the shops, where the platform says them: in its list of shops, or in a waiting order. */
  shops: z.array(z.string()).optional(),
  /** By how many ms this computer's clock is behind the platform's; negative: ahead. Absent: the platform sent no time. */
  skewMs: z.number().optional(),
  /** Absent: the platform declares nothing, or was not reached. */
  declared: platformDeclarationSchema.optional(),
  /** The platform of this kitchen that has these credentials. */
  usedBy: z.string().optional(),
  /** HTTP status, for support. */
  status: z.number().int().optional(),
  /** Whether these credentials may be stored: the test passed, or its failure has another cause. */
  mayKeep: z.boolean(),
})
export type ProbeReport = z.infer<typeof probeReportSchema>

export const keepArgsSchema = z.strictObject({ where: z.enum(KEEPING_PLACES), slot: target })
export const keepOutcomeSchema = z.object({ trouble: z.enum(KEEP_TROUBLES).optional() })
export type KeepOutcome = z.infer<typeof keepOutcomeSchema>

import { z } from 'zod'
import { type PracticeBests, practiceBestsSchema } from '../../shared/contract/board-schemas.ts'
import { FAILURE_CODES } from '../../shared/contract/contract.ts'
import { DEFAULT_SPOKEN, DIALECT_NAMES, LESSONS, PROFILE_NAMES } from '../../shared/contract/platforms.ts'
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/contract/settings.ts'
import type { SetupStage } from '../../shared/contract/values.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import type { NumericIds } from '../../shared/order/event.ts'
import { ORDER_ACTIONS } from '../../shared/order/lifecycle.ts'
import { platformMs, TIME_SOURCES } from '../../shared/time/time.ts'
import type { LedgerDatabase } from './ledger-database.ts'

/** One value of the ledger. */
export type Fact<T> = {
  get(): T
  /** Durable when it returns, as every write of the ledger. */
  set(value: T): void
}

/** How a value is stored as text. What cannot be read counts as never stored. */
type Form<T> = {
  readonly name: string
  read(stored: string | undefined): T
  write(value: T): string
}

const text = (name: string): Form<string | undefined> => ({
  name,
  read: (stored) => stored || undefined,
  write: (value) => value ?? '',
})

const number = (name: string): Form<number | undefined> => ({
  name,
  read: (stored) => (stored ? Number(stored) : undefined),
  write: (value) => (value === undefined ? '' : String(value)),
})

const json = <T>(name: string, schema: z.ZodType<T>, absent: T): Form<T> => ({
  name,
  read: (stored) => schema.safeParse(parseJsonText(stored ?? '')).data ?? absent,
  write: (value) => JSON.stringify(value),
})

/** Elements that are no text are left out. */
const names = (name: string): Form<readonly string[]> =>
  json(
    name,
    z.array(z.unknown()).transform((stored) => stored.filter((element) => typeof element === 'string')),
    [],
  )

/** What a shop has that stored its settings before the default became another one. */
const AS_BEFORE = { confirmStartsPreparation: false }

/** The steps of the set-up had other names. */
const EARLIER_STEPS: ReadonlyMap<unknown, SetupStage> = new Map([
  ['language', 'welcome'],
  ['connection', 'platform'],
  ['practice', 'sound'],
  ['pin', 'access'],
])

const inWordsOfNow = (name: string, stored: unknown): unknown =>
  name === 'setupStep' ? (EARLIER_STEPS.get(stored) ?? stored) : stored

/** A value that this version does not accept is replaced by its default; the others stay. */
export function readSettings(stored: string | undefined): Settings {
  const values = parseJsonText(stored ?? '')
  if (typeof values !== 'object' || values === null) return DEFAULT_SETTINGS
  const taken = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const stored = inWordsOfNow(name, Object.getOwnPropertyDescriptor(values, name)?.value)
    const parsed = schema.safeParse(stored)
    return stored !== undefined && parsed.success ? [[name, parsed.data]] : []
  })
  return settingsSchema.parse({ ...AS_BEFORE, ...Object.fromEntries(taken) })
}

/** Entries of a week of normal starts; a clock that steps at each answer must not fill the ledger. */
const MAX_CLOCK_ENTRIES = 200
const clockEntry = z.object({
  at: z.number().transform(platformMs),
  source: z.enum(TIME_SOURCES),
  /** Platform time minus wall clock. */
  offsetMs: z.number(),
})
export type ClockEntry = Readonly<z.infer<typeof clockEntry>>

const stuckOrders = z.object({
  version: z.string(),
  orders: z.array(z.object({ orderId: z.string(), ends: z.number() })).readonly(),
})
type StuckOrdersFact = Readonly<z.infer<typeof stuckOrders>>

/** `host`: name of the platform's computer. `learned`: by its refusals, steps that it does not have, and its habits. */
const spokenFact = z.object({
  dialect: z.enum(DIALECT_NAMES),
  profile: z.enum(PROFILE_NAMES),
  host: z.string(),
  learned: z.array(z.enum([...ORDER_ACTIONS, ...LESSONS])).readonly(),
})
type SpokenFact = Readonly<z.infer<typeof spokenFact>>

/** A mark of a screen that was executed. `refusal`: the code of its failure. */
const executedMark = z.object({
  deviceId: z.string(),
  id: z.string(),
  at: z.number(),
  refusal: z.enum(FAILURE_CODES).optional().catch('not-allowed'),
})
export type ExecutedMark = Readonly<z.infer<typeof executedMark>>

/** The single values of the ledger, each with its name in the table `facts`. */
const FORMS = {
  settings: { name: 'settings', read: readSettings, write: (value: Settings) => JSON.stringify(value) },
  /** Where a window's tickets stood, in the window's own format. */
  places: text('places'),
  /** Names of the sales channels of the orders so far. */
  channelsSeen: names('channels_seen'),
  /** Finished orders that staff put back on the board, the latest last. */
  recalled: names('recalled'),
  /** When the last poll succeeded, over restarts: decides whether the platform's retention may have passed. */
  lastPollAt: number('last_poll_at'),
  /** How the platform's time was known, oldest entry first. An entry holds for the instants stored after it. */
  clockLog: {
    ...json<readonly ClockEntry[]>('clock', z.array(clockEntry), []),
    write: (log: readonly ClockEntry[]) => JSON.stringify(log.slice(-MAX_CLOCK_ENTRIES)),
  },
  /** The form in which the platform last accepted acknowledgments. */
  acknowledgmentForm: text('acknowledgment_form'),
  /** The dialect of the connection, as the board needs it before the keychain answers. */
  spoken: json<SpokenFact>('spoken', spokenFact, { ...DEFAULT_SPOKEN, host: '', learned: [] }),
  /** The ids of events that the platform sends as numbers. */
  numericIds: json<NumericIds>('numeric_ids', z.object({ eventId: z.boolean(), orderId: z.boolean() }), {
    eventId: false,
    orderId: false,
  }),
  /** Orders during whose work the program ended, with the version of the program (core/stuck-orders.ts). */
  stuckOrders: json<StuckOrdersFact>('stuck_orders', stuckOrders, { version: '', orders: [] }),
  /** Digests of the orders that were deleted lately and are counted in the sums of their day. */
  countedOrders: json('counted_orders', z.array(z.object({ digest: z.string(), at: z.number() })).readonly(), []),
  /** The best practice of each scenario. */
  practiceBest: json<PracticeBests>('practice_best', practiceBestsSchema, {}),
  /** When staff last confirmed the sound test. */
  soundTestedAt: number('sound_test'),
  /** The PIN's hash and the count of wrong entries; absent: no PIN is set. */
  lock: text('lock'),
  /** The screens that may connect, as text of `screens/pairing/device-registry.ts`. */
  devices: text('devices'),
  /** The marks of screens that were executed in the last day, the oldest first. */
  screenMarks: json<readonly ExecutedMark[]>('screen_marks', z.array(executedMark), []),
  /** The port on which screens last reached this main computer. */
  screensPort: number('screens_port'),
  /** The link to the customers' board, as text of `customers/link-service.ts`. */
  customersLink: text('customers_link'),
  /**
   * When this main computer gave its queue of orders away, epoch ms. It does not poll until staff take the queue back.
   */
  handedOverAt: number('handed_over_at'),
  /** The public key of the screen to which it was given; absent: none was named. */
  handedOverTo: text('handed_over_to'),
}

type FormOf = typeof FORMS
export type Facts = {
  readonly [N in keyof FormOf]: Fact<FormOf[N] extends Form<infer T> ? T : never>
}

export function factsOf(ledger: LedgerDatabase): Facts {
  const byName = ledger.facts.select<[string]>('WHERE name = ?')
  const factOf = <T>({ name, read, write }: Form<T>): Fact<T> => {
    // Each call to the platform reads the settings, and parsing took a sixth of the processor time of a kitchen without orders.
    let last: { readonly stored: string | undefined; readonly value: T } | undefined
    return {
      get() {
        const stored = byName.first(name)?.value
        if (last === undefined || last.stored !== stored) last = { stored, value: read(stored) }
        return last.value
      },
      set: (value) => ledger.atomically(() => ledger.facts.put({ name, value: write(value) })),
    }
  }
  // Each fact has the type of its form, which the compiler cannot follow through a list.
  return Object.fromEntries(
    Object.entries(FORMS).map(([key, form]) => [key, factOf(form as Form<unknown>)]),
  ) as unknown as Facts
}

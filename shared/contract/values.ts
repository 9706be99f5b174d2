/**
 * The values of the contract without schemas: windows import this file, and no window contains zod at its start. First the
 * limits of what users enter: the schemas refuse other values, and the controls of the window offer only these.
 */

export type Limits = { readonly min: number; readonly max: number }

/** Number of digits of a PIN. Short enough to be typed on a touch screen, with gloves. */
export const PIN_DIGITS: Limits = { min: 4, max: 12 }
/** Characters of an address, a client id or a client secret. */
export const MAX_CREDENTIAL_CHARACTERS = 2_000
/** Port of the webhook receiver. Lower ports need an administrator on max systems. */
export const WEBHOOK_PORT: Limits = { min: 1_024, max: 65_535 }

export const POLL_INTERVAL_SECONDS: Limits = { min: 1, max: 60 }
export const UNDO_SECONDS: Limits = { min: 0, max: 10 }
export const CONFIRM_DEADLINE_MINUTES: Limits = { min: 1, max: 60 }
/** Minutes that are announced with a confirmation (`estimatedPreparationTimeMinutes`). */
export const PREPARATION_MINUTES: Limits = { min: 1, max: 240 }
/** Minutes from the counter to the customer. */
export const TRAVEL_MINUTES: Limits = { min: 0, max: 120 }
/** Minutes after which an order is due soon or late. */
export const AGE_MINUTES: Limits = { min: 1, max: 240 }
/** Minutes for which a finished order stays on the board. */
export const DONE_LANE_MINUTES: Limits = { min: 1, max: 720 }
/** Orders in the kitchen up to which new ones are accepted automatically. */
export const ORDERS_IN_KITCHEN: Limits = { min: 1, max: 100 }

export const LOCALES = ['pt-BR', 'en', 'es'] as const

/** When the keyboard on the screen opens: where a field is touched, wherever a field has the focus, or not at all. */
export const KEYBOARD_MODES = ['auto', 'always', 'never'] as const

/** The paper for tickets: rolls of 58 and 80 mm, or sheets. */
export const PAPERS = ['58mm', '80mm', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

/** The views of a window: the tickets of the kitchen, or the hand-over at the counter. */
export const VIEWS = ['kitchen', 'counter'] as const
export type View = (typeof VIEWS)[number]

/**
 * The role of a screen. `all`: kitchen and counter, with a switch; `prep`: one preparation station; `pass`: where the parts
 * of an order come together; `counter`: the hand-over; `customers`: the display ids for the customers, without controls.
 */
export const SCREEN_ROLES = ['all', 'prep', 'pass', 'counter', 'customers'] as const
export type ScreenRole = (typeof SCREEN_ROLES)[number]

/** The steps of the guided set-up in their order. */
export const SETUP_STEPS = ['welcome', 'platform', 'screen', 'sound', 'access'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
/** How far the set-up is, as it is stored: the step that was reached, or `done`: it does not open by itself any more. */
export const SETUP_STAGES = [...SETUP_STEPS, 'done'] as const
export type SetupStage = (typeof SETUP_STAGES)[number]

/**
 * Whether the guided set-up of this kitchen is unfinished. A kitchen without a step whose platform has answered was
 * connected by a file of credentials: its set-up is finished.
 */
export function isSetupUnderWay(facts: {
  readonly setupStep: SetupStage | undefined
  /** A poll of this kitchen has succeeded before. */
  readonly hasPolled: boolean
}): boolean {
  return facts.setupStep === undefined ? !facts.hasPolled : facts.setupStep !== 'done'
}

/** The checks of the connection test, in this order. */
export const PROBE_CHECKS = ['reach', 'token', 'scope', 'poll'] as const
export type ProbeCheck = (typeof PROBE_CHECKS)[number]

/** Colours that a kitchen can give to a sales channel: renderer/ticket/channels.css has a readable pair for each. */
export const CHANNEL_COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type ChannelColor = (typeof CHANNEL_COLORS)[number]

/** Longest channel name that can be given a colour, in characters. */
export const MAX_CHANNEL_NAME = 60
/** A kitchen has a handful of channels. A platform that sends a new name with each order must not fill ledger and memory. */
export const MAX_CHANNELS = 50

export type ColoredChannel = { readonly channel: string; readonly color: ChannelColor }

/** Platforms vary the case of a channel's name. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The colour chosen for a channel; `undefined` when none was. */
export const colorOfChannel = (channel: string, colors: readonly ColoredChannel[]): ChannelColor | undefined =>
  colors.find((entry) => isSame(entry.channel, channel))?.color

/** The colours after a choice; `undefined` takes the channel's colour away. */
export function withChannelColor(
  colors: readonly ColoredChannel[],
  channel: string,
  color: ChannelColor | undefined,
): ColoredChannel[] {
  const others = colors.filter((entry) => !isSame(entry.channel, channel))
  return color === undefined ? others : [...others, { channel, color }]
}

/** Which business day: 0 is today's, 6 the one six days ago. Orders are kept for seven days. */
export const MAX_DAYS_AGO = 6
/** Days that the figures of the history cover: a shift, a week, a month. */
export const SHIFT_SPANS = [1, 7, 30] as const

/** The mark of a document's time at which its board came as text. */
export const BOARD_CAME = 'board-came'

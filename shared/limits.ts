/**
 * Limits of what users enter: the schemas refuse other values, and the controls of the window offer only these. Without
 * schemas, because windows import it.
 */

export type Limits = { readonly least: number; readonly most: number }

/** Number of digits of a PIN. Short enough to be typed on a touch screen, with gloves. */
export const PIN_DIGITS: Limits = { least: 4, most: 12 }
/** Characters of an address, a client id or a client secret. */
export const MAX_CREDENTIAL_CHARACTERS = 2_000
/** Port of the webhook receiver. Lower ports need an administrator on most systems. */
export const WEBHOOK_PORT: Limits = { least: 1_024, most: 65_535 }

export const POLL_INTERVAL_SECONDS: Limits = { least: 1, most: 60 }
export const UNDO_SECONDS: Limits = { least: 0, most: 10 }
export const CONFIRM_DEADLINE_MINUTES: Limits = { least: 1, most: 60 }
/** Minutes that are announced with a confirmation (`estimatedPreparationTimeMinutes`). */
export const PREPARATION_MINUTES: Limits = { least: 1, most: 240 }
/** Minutes after which an order is due soon or late. */
export const AGE_MINUTES: Limits = { least: 1, most: 240 }
/** Minutes for which a finished order stays on the board. */
export const DONE_LANE_MINUTES: Limits = { least: 1, most: 720 }
/** Orders in the kitchen up to which new ones are accepted automatically. */
export const ORDERS_IN_KITCHEN: Limits = { least: 1, most: 100 }

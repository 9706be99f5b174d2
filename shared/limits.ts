/**
 * Limits of what users enter: the schemas refuse other values, and the controls of the window offer only these. Without
 * schemas, because windows import it.
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

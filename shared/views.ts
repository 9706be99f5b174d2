/**
 * The views of a window: the tickets of the kitchen, or the hand-over at the counter. Without schemas, because windows
 * import it.
 */
export const VIEWS = ['kitchen', 'counter'] as const
export type View = (typeof VIEWS)[number]

/**
 * The role of a screen. `all`: kitchen and counter, with a switch; `prep`: one preparation station; `pass`: where the parts
 * of an order come together; `counter`: the hand-over; `customers`: the display ids for the customers, without controls.
 */
export const SCREEN_ROLES = ['all', 'prep', 'pass', 'counter', 'customers'] as const
export type ScreenRole = (typeof SCREEN_ROLES)[number]

/** What a window shows: the tickets of the kitchen, or the hand-over at the counter. Without schemas, for the windows. */
export const VIEWS = ['kitchen', 'counter'] as const
export type View = (typeof VIEWS)[number]

/** The words of the guided set-up that windows use as values: apart from the schemas, so that no window carries those. */

/** In this order. `done` is never shown again by itself. */
export const SETUP_STEPS = ['language', 'connection', 'screen', 'sound', 'practice', 'done'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** What the connection test tries, in this order. */
export const PROBE_CHECKS = ['reach', 'token', 'scope', 'poll'] as const
export type ProbeCheck = (typeof PROBE_CHECKS)[number]

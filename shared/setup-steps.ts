/**
 * The values of the guided set-up that windows import. They are separate from the schemas, so that no window contains zod.
 */

/** The steps in their order. `done` is not shown again automatically. */
export const SETUP_STEPS = ['language', 'connection', 'screen', 'sound', 'practice', 'pin', 'done'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/**
 * Whether the guided set-up of this kitchen is unfinished. A kitchen without a step whose platform has answered was
 * connected by a file of credentials: its set-up is finished.
 */
export function isSetupUnderWay(facts: {
  readonly setupStep: SetupStep | undefined
  /** A poll of this kitchen has succeeded before. */
  readonly hasPolled: boolean
}): boolean {
  return facts.setupStep === undefined ? !facts.hasPolled : facts.setupStep !== 'done'
}

/** The checks of the connection test, in this order. */
export const PROBE_CHECKS = ['reach', 'token', 'scope', 'poll'] as const
export type ProbeCheck = (typeof PROBE_CHECKS)[number]

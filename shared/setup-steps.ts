/** The words of the guided set-up that windows use as values: apart from the schemas, so that no window carries those. */

/** In this order. `done` is never shown again by itself. */
export const SETUP_STEPS = ['language', 'connection', 'screen', 'sound', 'practice', 'pin', 'done'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/**
 * Whether the guided set-up of this kitchen is begun and not finished. A kitchen without a step that its platform has
 * answered was connected in another way, by a file of credentials: its set-up is finished.
 */
export function isSetupUnderWay(facts: {
  readonly setupStep: SetupStep | undefined
  /** The platform answered a poll of this kitchen at some time. */
  readonly hasPolled: boolean
}): boolean {
  return facts.setupStep === undefined ? !facts.hasPolled : facts.setupStep !== 'done'
}

/** What the connection test tries, in this order. */
export const PROBE_CHECKS = ['reach', 'token', 'scope', 'poll'] as const
export type ProbeCheck = (typeof PROBE_CHECKS)[number]

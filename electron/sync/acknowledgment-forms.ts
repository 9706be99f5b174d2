import type { Dialect } from '../../shared/settings.ts'

/** The form in which a platform accepts acknowledgments (docs/protocol.md, "Events"). */
export type AcknowledgmentForm = Dialect['acknowledgment']

/** The forms to try, in this order, when a platform refuses everything in the form of the settings. */
export const OTHER_FORMS: Readonly<Record<AcknowledgmentForm, readonly AcknowledgmentForm[]>> = {
  v2: ['v1', 'ids'],
  v1: ['v2', 'ids'],
  ids: ['v2', 'v1'],
}

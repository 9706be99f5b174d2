/** Violations of the interface by a kitchen's program, whether or not they were answered with an error. */
export const COMPLAINTS = [
  'missing-bearer',
  'unknown-token',
  'wrong-content-type',
  'malformed-body',
  'invalid-field',
  'unknown-field',
  'unknown-query',
  'unknown-route',
  'event-type-filter',
  'ack-never-delivered',
  'ack-unknown',
  'event-never-acknowledged',
  'concurrent-polls',
  'too-many-token-calls',
  'scope-too-wide',
] as const
export type Complaint = (typeof COMPLAINTS)[number]

/** @param kitchen absent before the caller is known */
export type Complain = (complaint: Complaint, kitchen?: string) => void

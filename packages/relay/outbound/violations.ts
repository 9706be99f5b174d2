/** Violations of the interface by a kitchen's program. Not every one is answered with an error. */
export type KitchenViolation =
  | 'missing-bearer'
  | 'unknown-token'
  | 'wrong-content-type'
  | 'malformed-body'
  | 'invalid-field'
  | 'unknown-field'
  | 'unknown-query'
  | 'unknown-route'
  | 'event-type-filter'
  | 'ack-never-delivered'
  | 'ack-unknown'
  | 'event-never-acknowledged'
  | 'concurrent-polls'
  | 'too-many-token-calls'
  | 'scope-too-wide'

/** @param kitchen name of the caller; absent while it is unknown */
export type ReportViolation = (violation: KitchenViolation, kitchen?: string) => void

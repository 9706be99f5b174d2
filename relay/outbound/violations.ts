/** Violations of the interface by a kitchen's program. Not every one is answered with an error. */
export const KITCHEN_VIOLATIONS = [
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
export type KitchenViolation = (typeof KITCHEN_VIOLATIONS)[number]

/** @param kitchen name of the caller; absent while it is unknown */
export type ReportViolation = (violation: KitchenViolation, kitchen?: string) => void

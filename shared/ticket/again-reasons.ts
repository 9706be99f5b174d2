/** Why a dish is made again. */
export const AGAIN_REASONS = ['dropped', 'wrong', 'guest'] as const
export type AgainReason = (typeof AGAIN_REASONS)[number]

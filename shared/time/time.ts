declare const scale: unique symbol
type On<Scale extends string> = number & { readonly [scale]: Scale }

/**
 * Ms of a clock that never goes back and is not changed by steps of the wall clock. It continues while the machine sleeps.
 */
export type MonotonicMs = On<'monotonic'>
/** Epoch ms of this machine's wall clock, which a user, NTP or an empty battery may change at any time. */
export type WallMs = On<'wall'>
/** Epoch ms of the platform's clock, as this machine estimates it. Every stored instant has this type. */
export type PlatformMs = On<'platform'>

// The brand exists at compile time only: these functions state on which clock a number was measured.
export const monotonicMs = (ms: number): MonotonicMs => ms as MonotonicMs
export const wallMs = (epochMs: number): WallMs => epochMs as WallMs
export const platformMs = (epochMs: number): PlatformMs => epochMs as PlatformMs

/**
 * How the platform's time is known: `platform`, from a `Date` header of this run; `remembered`, from the wall clock and the
 * offset that an earlier run measured; `machine`, from the wall clock alone.
 */
export const TIME_SOURCES = ['platform', 'remembered', 'machine'] as const
export type TimeSource = (typeof TIME_SOURCES)[number]

declare const scale: unique symbol
type On<Scale extends string> = number & { readonly [scale]: Scale }

/** Ms of a clock that only grows and that no step of the wall clock moves; it counts on while the machine sleeps. */
export type MonotonicMs = On<'monotonic'>
/** Epoch ms as this machine's wall clock shows them now; a person, NTP or a flat battery may set it at any time. */
export type WallMs = On<'wall'>
/** Epoch ms of the platform's clock, as well as this machine knows it. Every persisted instant is one. */
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

import type { ComandaStore } from './comanda-store.ts'
import type { PlatformClock } from './platform-clock.ts'

/** Sets a clock from each clock reading of the board. Returns the function that stops it. */
export const followClock = (store: ComandaStore, clock: PlatformClock): (() => void) =>
  store.subscribe(({ connection: { clock: reading } }, before) => {
    if (reading && reading !== before.connection.clock) clock.set(reading)
  })

import type { Bridge } from '../shared/contract.ts'

declare global {
  interface Window {
    /** Put here by the preload script. */
    readonly comanda: Bridge
  }
}

import type { Bridge } from '../shared/contract/contract.ts'

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly comanda: Bridge
  }
}

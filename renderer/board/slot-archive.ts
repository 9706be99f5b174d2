import type { Bridge } from '../../shared/contract.ts'
import { callSafely } from '../app/call-safely.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { SlotArchive } from './slot-memory.ts'

/** A rush of changes is written once; nobody restarts a kitchen within so short a time. */
const REST_MS = 200

/** Keeps the places with the main process: what a window kept by itself is not on the disk when the plug is pulled. */
export function createSlotArchive(
  bridge: Bridge,
  store: ComandaStore,
  after: (ms: number, run: () => void) => () => void,
): SlotArchive {
  let latest: (() => string) | undefined
  const send = (): void => {
    if (latest === undefined) return
    const places = latest()
    latest = undefined
    void callSafely(() => bridge.call['places:remember']({ places }))
  }
  return {
    read: () => store.getState().connection.places ?? null,
    write: (text) => {
      const isWaiting = latest !== undefined
      latest = text
      if (!isWaiting) after(REST_MS, send)
    },
  }
}

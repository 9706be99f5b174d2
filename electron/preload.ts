import { contextBridge, ipcRenderer } from 'electron'
import { CALLS, PUSHES } from '../shared/contract/calls.ts'
import type { Bridge } from '../shared/contract/contract.ts'

/**
 * SECURITY: bridge (docs/security.md). The page gets one plain function per call of the contract and nothing else:
 * it cannot name another call and gets no event object, so no `sender`.
 */
const invoke = (call: string) => (args: unknown) => ipcRenderer.invoke(call, args)

const subscribe = (push: string) => (listener: (payload: unknown) => void) => {
  const forward = (_event: unknown, payload: unknown): void => listener(payload)
  ipcRenderer.on(push, forward)
  return () => {
    ipcRenderer.removeListener(push, forward)
  }
}

// The names are those of the contract, and both ends are checked against its schemas in the main process.
const bridge = {
  call: Object.fromEntries(CALLS.map((call) => [call, invoke(call)])),
  on: Object.fromEntries(PUSHES.map((push) => [push, subscribe(push)])),
} as Bridge

contextBridge.exposeInMainWorld('comanda', bridge)

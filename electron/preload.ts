import { contextBridge, ipcRenderer } from 'electron'
import { CALLS, PUSHES } from '../shared/contract/channels.ts'
import type { Bridge } from '../shared/contract/contract.ts'

/**
 * SECURITY: bridge (docs/security.md). The page gets one plain function per channel of the contract and nothing else:
 * it cannot name another channel and gets no event object, so no `sender`.
 */
const invoke = (channel: string) => (args: unknown) => ipcRenderer.invoke(channel, args)

const subscribe = (channel: string) => (listener: (payload: unknown) => void) => {
  const forward = (_event: unknown, payload: unknown): void => listener(payload)
  ipcRenderer.on(channel, forward)
  return () => {
    ipcRenderer.removeListener(channel, forward)
  }
}

// The names are those of the contract, and both ends are checked against its schemas in the main process.
const bridge = {
  call: Object.fromEntries(CALLS.map((channel) => [channel, invoke(channel)])),
  on: Object.fromEntries(PUSHES.map((channel) => [channel, subscribe(channel)])),
} as Bridge

contextBridge.exposeInMainWorld('comanda', bridge)

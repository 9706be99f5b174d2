import { contextBridge, ipcRenderer } from 'electron'
import { BOARD_CAME, CALLS, PUSHES } from '../shared/contract/calls.ts'
import type { Bridge } from '../shared/contract/contract.ts'

/**
 * SECURITY: bridge (docs/security.md). The page gets one plain function per call of the contract and nothing else:
 * it cannot name another call and gets no event object, so no `sender`.
 */
const invoke = (call: string) => (args: unknown) => ipcRenderer.invoke(call, args)

/**
 * The board, asked for when the document begins: it is here when the page's code runs. Changes that come before the page follows
 * them wait for it.
 */
const board: Promise<unknown> = ipcRenderer.invoke('board:text', null)
board.then(
  () => performance.mark(BOARD_CAME),
  () => undefined,
)
let isBoardTaken = false
const early: unknown[] = []
const keepEarly = (_event: unknown, payload: unknown): void => void early.push(payload)
ipcRenderer.on('board:delta', keepEarly)

const boardText = (args: unknown): Promise<unknown> => {
  if (!isBoardTaken) {
    isBoardTaken = true
    return board
  }
  return ipcRenderer.invoke('board:text', args).then((answer: unknown) => {
    performance.mark(BOARD_CAME)
    return answer
  })
}

const followBoard = (listener: (payload: unknown) => void) => {
  ipcRenderer.removeListener('board:delta', keepEarly)
  const end = subscribe('board:delta')(listener)
  for (const payload of early.splice(0)) listener(payload)
  return end
}

const subscribe = (push: string) => (listener: (payload: unknown) => void) => {
  const forward = (_event: unknown, payload: unknown): void => listener(payload)
  ipcRenderer.on(push, forward)
  return () => {
    ipcRenderer.removeListener(push, forward)
  }
}

// The names are those of the contract, and both ends are checked against its schemas in the main process.
const bridge = {
  call: { ...Object.fromEntries(CALLS.map((call) => [call, invoke(call)])), 'board:text': boardText },
  on: { ...Object.fromEntries(PUSHES.map((push) => [push, subscribe(push)])), 'board:delta': followBoard },
} as Bridge

contextBridge.exposeInMainWorld('comanda', bridge)

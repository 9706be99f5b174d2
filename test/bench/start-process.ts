import type { IpcMain } from 'electron'
import { openCore } from '../../electron/composition/open-core.ts'
import { type CallHandlers, createCallExecutor, registerCalls } from '../../electron/ipc/calls.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { ok } from '../../shared/result.ts'
import type { StartFigures } from './start-figures.ts'

/**
 * `node start-process.js FOLDER`: runs the work of the main process from `ready` to the first snapshot that a window gets,
 * on a filled profile. There is no network traffic, because the keychain never answers. Prints its figures as JSON.
 */
const US_PER_MS = 1_000

const folder = process.argv[2] ?? ''
const log = { info: () => undefined, warn: () => undefined, error: (event: string) => console.error(event) }
const windowFrame = { url: 'app://comanda/index.html', parent: null }

const calls = new Map<string, Parameters<IpcMain['handle']>[1]>()
const ipc: Pick<IpcMain, 'handle'> = {
  handle: (channel, answer) => {
    calls.set(channel, answer)
  },
}

const cpuAtReady = process.cpuUsage()
const threadAtReady = process.threadCpuUsage()
const readyAt = performance.now()
const core = openCore({
  folder,
  connection: () => new Promise(() => undefined),
  settings: Promise.resolve(undefined),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock: createSystemClock(),
  log,
})
const openedAt = performance.now()
registerCalls({
  ipc,
  answer: createCallExecutor({
    // No other call is made.
    handlers: { 'board:snapshot': () => ok(core.snapshot()) } as Partial<CallHandlers> as CallHandlers,
    admit: core.admit,
    log,
  }),
  admits: () => true,
  senders: { isAppWindow: () => true, isAppUrl: () => true },
  log,
})
core.start()
const startedAt = performance.now()
const event = { sender: { id: 1 }, senderFrame: windowFrame } as unknown as Parameters<
  Parameters<IpcMain['handle']>[1]
>[0]
const answer = await calls.get('board:snapshot')?.(event, null)
const answeredAt = performance.now()
const cpu = process.cpuUsage(cpuAtReady)
const thread = process.threadCpuUsage(threadAtReady)

const figures: StartFigures = {
  orders: answer?.ok ? answer.value.tickets.length : 0,
  mainThread: (thread.user + thread.system) / US_PER_MS,
  allThreads: (cpu.user + cpu.system) / US_PER_MS,
  open: openedAt - readyAt,
  start: startedAt - openedAt,
  snapshot: answeredAt - startedAt,
}
process.stdout.write(JSON.stringify(figures))
await core.stop()
process.exit(0)

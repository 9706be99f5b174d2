import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '../../electron/composition/open-core.ts'
import { createCallExecutor } from '../../electron/ipc/calls.ts'
import { createHandlers, type HandlerParts } from '../../electron/ipc/handlers.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createPairedScreens } from '../../electron/screens/paired-screens.ts'
import { createMemoryStore } from '../../electron/secrets/secret-store.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { ok } from '../../shared/result.ts'
import { noDatagrams } from '../fixtures/no-datagrams.ts'
import type { CoreFigures, OpenPairing, ScreensCommand, ScreensStart } from './screens-figures.ts'

/** `node screens-process.js JSON`: a main computer with its screens, in its own process. */
const US_PER_MS = 1_000

const { folder, ...credentials } = JSON.parse(process.argv[2] ?? '') as ScreensStart
const clock = createSystemClock()
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event: string) => console.error(event),
}
const profile = join(folder, 'station')
const core = openCore({
  folder: profile,
  connection: () => Promise.resolve(ok({ ...credentials, scope: 'od.orders' })),
  settings: Promise.resolve({ pollIntervalSeconds: 1, undoSeconds: 0 }),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock,
  log,
})
// Screens can make only the main computer's own calls, so the other handlers are empty.
const parts = { core, lock: core.lock, setup: {}, practice: { core: () => undefined } }
const screens = createPairedScreens({
  core,
  answer: createCallExecutor({ handlers: createHandlers(parts as unknown as HandlerParts), admit: core.admit, log }),
  secrets: createMemoryStore(),
  profile,
  version: '1.0.0',
  openDatagrams: noDatagrams,
  clock,
  log,
})

let drawnAt: Record<string, number> = {}
core.onDelta(({ changed }) => {
  for (const { orderId, reading } of changed) {
    if (reading === 'read') drawnAt[orderId] ??= performance.timeOrigin + performance.now()
  }
})

let began = { processor: process.threadCpuUsage(), at: performance.now() }
const answers: Readonly<Record<ScreensCommand, () => Promise<unknown> | unknown>> = {
  async pair(): Promise<OpenPairing> {
    await screens.openPairing()
    const state = screens.session.state()
    const port = screens.port()
    if (state.state !== 'open' || port === undefined) throw new Error('No pairing is open')
    return { code: state.code, port }
  },
  begin() {
    drawnAt = {}
    began = { processor: process.threadCpuUsage(), at: performance.now() }
    return {}
  },
  end(): CoreFigures {
    const { user, system } = process.threadCpuUsage(began.processor)
    return { processorMs: (user + system) / US_PER_MS, tookMs: performance.now() - began.at, drawnAt }
  },
}

core.start()
const input = createInterface({ input: process.stdin })
input.once('close', () => process.exit(0))
input.on('line', async (line) => {
  const answer = await answers[line as ScreensCommand]()
  process.stdout.write(`${JSON.stringify(answer)}\n`)
})

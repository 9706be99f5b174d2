import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProgram } from '../faults/core-bundle.ts'
import { type JoinedScreen, joinAsScreen } from '../fixtures/joined-screen.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import type { CoreFigures, OpenPairing, ScreensCommand, ScreensStart } from './screens-figures.ts'

const SCREENS = 30
const ORDERS = 60
const EVERY_MS = 1_000
/** A pairing takes two connections, and the main computer admits eight a second from one address. */
const PAIRING_EVERY_MS = 250
const SETTLE_MS = 5_000
const SEED = 7
const LIMITS = { delayMs: 150, busy: 0.1, kB: 4 } as const
const LOOPBACK = '127.0.0.1'

/** Forwards connections to the port that `to` returns, and counts the bytes of the answers. */
async function startCounter(to: () => number) {
  let bytes = 0
  const server = createServer((socket) => {
    const other = connect(to(), LOOPBACK)
    other.on('data', ({ length }) => {
      bytes += length
    })
    socket.pipe(other).pipe(socket)
    for (const end of [socket, other]) end.on('error', () => end.destroy())
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { port, bytes: () => bytes, close: () => server.close() }
}

/** By order id: the times at which the screens first had the read order, in ms since 1970. */
function watchScreens(screens: readonly JoinedScreen[]): ReadonlyMap<string, number[]> {
  const seenAt = new Map<string, number[]>()
  for (const { backend } of screens) {
    const known = new Set<string>()
    backend.core.onDelta(({ changed }) => {
      for (const { orderId, reading } of changed) {
        if (reading !== 'read' || known.has(orderId)) continue
        known.add(orderId)
        seenAt.set(orderId, [...(seenAt.get(orderId) ?? []), performance.timeOrigin + performance.now()])
      }
    })
  }
  return seenAt
}

/**
 * Measures thirty screens on one main computer over TLS on loopback, with one new order a second. The main computer has
 * its own process. All screens and the practice platform share this process, so each screen also waits for the other
 * twenty-nine.
 */
export async function measureScreens(): Promise<void> {
  const program = await bundleProgram('screens-process', 'test/bench')
  const folder = mkdtempSync(join(tmpdir(), 'comanda-screens-'))
  const platform = await startRecordedPlatform({ seed: SEED })
  const { apiUrl, clientId, clientSecret } = platform
  const start: ScreensStart = { folder, apiUrl, clientId, clientSecret }
  const child = spawn(process.execPath, [program, JSON.stringify(start)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  // The type is correct: the program of this folder writes the lines.
  const send = async <T>(command: ScreensCommand): Promise<T> => {
    child.stdin.write(`${command}\n`)
    return JSON.parse(String((await lines.next()).value)) as T
  }
  let corePort = 0
  const counter = await startCounter(() => corePort)
  const screens: JoinedScreen[] = []
  for (let index = 0; index < SCREENS; index += 1) {
    const { code, port } = await send<OpenPairing>('pair')
    corePort = port
    const address = { host: LOOPBACK, port: counter.port }
    screens.push(
      await joinAsScreen({ profile: join(folder, `screen-${index}`), name: `Screen ${index}`, address, code }),
    )
    await sleep(PAIRING_EVERY_MS)
  }
  await sleep(SETTLE_MS)

  const seenAt = watchScreens(screens)
  await send('begin')
  const bytesBefore = counter.bytes()
  const placed: string[] = []
  for (let order = 0; order < ORDERS; order += 1) {
    placed.push(platform.place({ startsAs: 'PREPARING' }).id)
    await sleep(EVERY_MS)
  }
  const { processorMs, tookMs, drawnAt } = await send<CoreFigures>('end')
  const bytes = counter.bytes() - bytesBefore
  await sleep(SETTLE_MS)

  const delays = placed
    .flatMap((id) => (seenAt.get(id) ?? []).map((at) => at - (drawnAt[id] ?? Number.NaN)))
    .toSorted((a, b) => a - b)
  const quantile = (share: number): string => (delays[Math.ceil(share * delays.length) - 1] ?? Number.NaN).toFixed(1)
  console.log(
    `${SCREENS} screens, ${ORDERS} new orders, one a second; ${delays.length} of ${SCREENS * ORDERS} arrived\n`,
  )
  console.log('| what | figure | limit |')
  console.log('| --- | --- | --- |')
  console.log(
    `| order on the main computer's board → on the screen's, p50 / p95, ms | ${quantile(0.5)} / ${quantile(0.95)} | p95 ≤${LIMITS.delayMs} |`,
  )
  console.log(
    `| main computer's main thread busy, % | ${((100 * processorMs) / tookMs).toFixed(1)} | ≤${100 * LIMITS.busy} |`,
  )
  console.log(
    `| bytes for one screen and order, heartbeats included, kB | ${(bytes / SCREENS / ORDERS / 1_000).toFixed(2)} | ≤${LIMITS.kB} |\n`,
  )

  for (const { backend } of screens) await backend.stop()
  child.stdin.end()
  await once(child, 'close')
  counter.close()
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
}

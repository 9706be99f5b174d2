import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaseConnection } from '../../../electron/secrets/leased-connection.ts'
import { ok } from '../../../shared/result.ts'
import type { KitchenProcessOptions, KitchenReport } from '../../fixtures/kitchen-process.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const PROGRAM = fileURLToPath(new URL('../../fixtures/kitchen-process.ts', import.meta.url))

type Running = {
  readonly process: ChildProcessByStdio<null, Readable, Readable>
  last(): KitchenReport | undefined
}

let folder: string
let platform: RecordedPlatform
let running: Running[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-lease-'))
  platform = await startRecordedPlatform()
  running = []
})
afterEach(async () => {
  for (const { process } of running) process.kill('SIGKILL')
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

function startKitchenProcess(profile: string, more: Partial<KitchenProcessOptions> = {}): Running {
  const { apiUrl, clientId, clientSecret } = platform
  const own = join(folder, profile)
  const options: KitchenProcessOptions = {
    folder: mkdtempSync(own),
    leaseFolder: join(folder, 'leases'),
    apiUrl,
    clientId,
    clientSecret,
    pollIntervalSeconds: 60,
    ...more,
  }
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let last: KitchenReport | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = JSON.parse(line) as KitchenReport
  })
  const kitchen = { process: child, last: () => last }
  running.push(kitchen)
  return kitchen
}

const pollsOf = (clientId: string) =>
  platform.requestLog.requestsTo('poll').filter((entry) => entry.clientId === clientId).length

describe('one lease for each credential on this machine', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'a second profile is refused with an explanation, and takes over automatically after %s of the first',
    async (signal) => {
      const first = startKitchenProcess('first')
      await eventually('the first polls', () => first.last()?.state === 'fresh' && pollsOf(platform.clientId) > 0)
      const second = startKitchenProcess('second')
      await eventually('the second is refused', () => second.last()?.trouble === 'credential-in-use')
      expect(second.last()).toMatchObject({ state: 'setup', orders: 0 })
      platform.place()
      expect(first.last()).toMatchObject({ state: 'fresh', trouble: 'none' })

      first.process.kill(signal)
      const hasTakenOver = (last = second.last()) =>
        last?.orders === 1 && last.state === 'fresh' && last.trouble === 'none'
      await eventually('the second has the order', () => hasTakenOver())
      expect(platform.requestLog.violations().filter(({ kind }) => kind === 'concurrent-polls')).toEqual([])
      expect(readdirSync(join(folder, 'leases')).every((name) => /^[0-9a-f]{32}\.lease$/.test(name))).toBe(true)
    },
  )
})

describe('a leased connection', () => {
  const connectionOf = (clientId: string) => ({
    apiUrl: 'https://x.test/h/od/v2',
    clientId,
    clientSecret: 's',
    scope: '',
  })
  const leaseOf = (clientId: () => string, leaseFolder: string) => {
    const clock = createVirtualClock()
    const log = createMemoryLog()
    let taken = 0
    const lease = leaseConnection({
      source: () => Promise.resolve(ok(connectionOf(clientId()))),
      folder: leaseFolder,
      clock,
      log,
      onTaken: () => {
        taken += 1
      },
    })
    return { lease, clock, log, taken: () => taken }
  }

  it('returns the old credential when new credentials come', async () => {
    let clientId = 'a'
    const moving = leaseOf(() => clientId, join(folder, 'leases'))
    const staying = leaseOf(() => 'a', join(folder, 'leases'))
    expect((await moving.lease.connection()).ok).toBe(true)
    expect(await staying.lease.connection()).toMatchObject({ ok: false, code: 'credential-in-use' })
    clientId = 'b'
    expect((await moving.lease.connection()).ok).toBe(true)
    await staying.clock.advance(3_000)
    expect(staying.taken()).toBe(1)
    expect((await staying.lease.connection()).ok).toBe(true)
    moving.lease.release()
    staying.lease.release()
  })

  it('makes no attempt and returns no credential after its release', async () => {
    const holder = leaseOf(() => 'a', join(folder, 'leases'))
    const waiting = leaseOf(() => 'a', join(folder, 'leases'))
    await holder.lease.connection()
    await waiting.lease.connection()
    waiting.lease.release()
    holder.lease.release()
    await waiting.clock.advance(10_000)
    expect(waiting.taken()).toBe(0)
    expect(waiting.clock.pending()).toBe(0)
    expect(await waiting.lease.connection()).toMatchObject({ ok: false })
  })

  it('is returned without a lease when no lock file can be written', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const { lease, log } = leaseOf(() => 'a', join(folder, 'a-file', 'leases'))
    expect((await lease.connection()).ok).toBe(true)
    expect((await lease.connection()).ok).toBe(true)
    expect(log.lines.filter(({ event }) => event === 'credential-lease-impossible')).toHaveLength(1)
    lease.release()
  })
})

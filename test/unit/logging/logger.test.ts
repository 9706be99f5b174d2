import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger, type LoggerOptions } from '../../../electron/logging/logger.ts'
import { stopTimers } from '../../fixtures/passing-time.ts'

const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 7, 1, 12)

let folder: string
let dir: string
let at: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comanda-log-'))
  dir = join(folder, 'logs')
  at = NOON
})
afterEach(() => rm(folder, { recursive: true }))

const logger = (parts: Partial<LoggerOptions> = {}) => createLogger({ dir, now: () => at, ...parts })
const names = async () => (await readdir(dir)).toSorted()
const linesOf = async (name: string) =>
  (await readFile(join(dir, name), 'utf8')).split('\n').filter((line) => line !== '')
const eventsOf = async (name: string) => (await linesOf(name)).map((line) => JSON.parse(line).event)

describe('the log', () => {
  it('writes in order, into a file that other users cannot read', async () => {
    const log = logger()
    log.info('first')
    log.warn('second', { status: 500 })
    log.error('third')
    await log.flush()
    expect(await eventsOf('comanda-2026-08-01.log')).toEqual(['first', 'second', 'third'])
    expect((await stat(join(dir, 'comanda-2026-08-01.log'))).mode & 0o777).toBe(0o600)
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
  })

  it('removes files of more than thirty days ago, however few there are, and no others', async () => {
    await mkdir(dir)
    const kept = ['comanda-2026-07-02.log', 'comanda-2026-08-01.1.log', 'notes.txt']
    for (const name of ['comanda-2026-07-01.log', 'comanda-2025-12-31.2.log', ...kept]) {
      await writeFile(join(dir, name), '{}\n')
    }
    await logger().removeOld()
    expect(await names()).toEqual(kept)
  })

  it('removes the access of other users that an earlier version left on folder and files', async () => {
    await mkdir(dir, { mode: 0o755 })
    const old = join(dir, 'comanda-2026-07-31.log')
    await writeFile(old, '{}\n', { mode: 0o644 })
    const log = logger()
    log.info('first')
    await log.flush()
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    expect((await stat(old)).mode & 0o777).toBe(0o600)
  })

  it('begins a new file each day with the lines of that day, also when lines of two days were waiting together', async () => {
    const log = logger()
    log.info('before-midnight')
    at += DAY_MS
    log.info('after-midnight')
    await log.flush()
    expect(await eventsOf('comanda-2026-08-01.log')).toEqual(['before-midnight'])
    expect(await eventsOf('comanda-2026-08-02.log')).toEqual(['after-midnight'])
  })

  it('never exceeds its limit of bytes or files, and keeps the newest lines', async () => {
    const limits = { maxFileBytes: 1_000, maxFiles: 3 }
    const log = logger(limits)
    for (let count = 0; count < 200; count += 1) {
      log.info('tick', { count })
      if (count % 7 === 0) await log.flush()
    }
    await log.flush()
    const files = await names()
    expect(files).toHaveLength(3)
    for (const name of files) expect((await stat(join(dir, name))).size).toBeLessThanOrEqual(1_000)
    const counts = (await Promise.all(files.map(linesOf))).flat().map((line) => JSON.parse(line).count)
    expect(Math.max(...counts)).toBe(199)
    expect(counts.length).toBeGreaterThan(20)
  })
})

describe('the log on a failing disk', () => {
  it('loses only lines; afterwards the log reports how many', async () => {
    let isFull = true
    const log = logger({
      append: async (path, text) => {
        if (!isFull) return appendFile(path, text)
        await appendFile(path, text.slice(0, 10))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    })
    log.info('lost-one')
    log.info('lost-two')
    await log.flush()
    isFull = false
    log.info('kept')
    await log.flush()
    const lines = await linesOf('comanda-2026-08-01.log')
    expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { event: 'kept' },
      { event: 'log-lines-dropped', count: 2 },
    ])
  })

  it('never blocks a caller: a list of limited length holds the lines while a write does not end', async () => {
    const hang = Promise.withResolvers<void>()
    const written: string[] = []
    const log = logger({
      maxWaitingBytes: 2_000,
      append: async (_, text) => {
        await hang.promise
        written.push(text)
      },
    })
    for (let count = 0; count < 10_000; count += 1) log.info('tick', { count })
    const pass = stopTimers()
    const flushed = log.flush(50)
    await pass(50)
    await flushed
    hang.resolve()
    await log.flush()
    log.info('again')
    await log.flush()
    expect(written.join('').length).toBeLessThan(4_000)
    expect(written.join('')).toContain('log-lines-dropped')
  })

  it('loses lines while its folder cannot be created, and does not stop the program', async () => {
    const profile = join(folder, 'profile')
    await writeFile(profile, 'a file in place of the profile')
    dir = join(profile, 'logs')
    const log = logger()
    log.error('nowhere-to-go')
    await log.flush()
    log.flushSync()
    await rm(profile)
    log.info('now-there-is')
    await log.flush()
    expect(await eventsOf('comanda-2026-08-01.log')).toEqual(['now-there-is', 'log-lines-dropped'])
  })

  it('throws no exception for an invalid value, clock or echo', async () => {
    const log = logger({
      now: () => Number.NaN,
      echo: () => {
        throw new Error('EPIPE')
      },
    })
    const hostile = Object.defineProperty({}, 'code', {
      enumerable: true,
      get: () => {
        throw new Error('trap')
      },
    })
    expect(() => log.info('x', hostile)).not.toThrow()
    expect(() => log.info('x', { code: 'fine' })).not.toThrow()
    await log.flush()
  })
})

it('flushSync writes the waiting lines', async () => {
  const log = logger()
  log.error('fatal', { origin: 'exception' })
  log.flushSync()
  expect(await eventsOf('comanda-2026-08-01.log')).toEqual(['fatal'])
  await log.flush()
  expect(await eventsOf('comanda-2026-08-01.log')).toEqual(['fatal'])
})

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLedgerStore } from '../../../electron/storage/repair/open-ledger.ts'
import { builtStation } from '../../fixtures/built-station.ts'
import type { RecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { type StationProgram, stationProgram } from '../../fixtures/station-program.ts'

/** Kills are distributed evenly over the time that the command needs on this machine. */
const KILLS = 4
/** Each check starts a process. More frequent checks would slow down the tested process. */
const CHECK_INTERVAL_MS = 300
const SETTINGS = { pollIntervalSeconds: 1, undoSeconds: 0 }

const built = builtStation()
const newProgram = (shared?: RecordedPlatform) => stationProgram(built.file, shared)

async function setUp(program: StationProgram): Promise<void> {
  const input = JSON.stringify({ ...program.credentials, settings: SETTINGS })
  expect(await program.run(['setup', '-'], input)).toEqual({ code: 0, out: '', err: '' })
}

const statusOf = async (program: StationProgram): Promise<string> => (await program.run(['status'])).out

const shows = (program: StationProgram, line: RegExp): Promise<void> =>
  expect.poll(() => statusOf(program), { interval: CHECK_INTERVAL_MS }).toMatch(line)

/** Whether the ledger of a profile, or a copy of it, contains the hand-over. */
function isHandedOver(file: string): boolean {
  const opened = openLedgerStore(file)
  if (!opened.ok) throw new Error(opened.message)
  try {
    return opened.value.ledger.facts.handedOverAt.get() !== undefined
  } finally {
    opened.value.ledger.close()
  }
}

/** A main computer that has shown one order and has stopped. */
async function workedProgram(program: StationProgram): Promise<string> {
  await setUp(program)
  await program.start()
  const { id } = program.platform.place()
  await shows(program, /^orders {9}1$/m)
  expect(await program.end('SIGTERM')).toBe(0)
  return id
}

it('a hand-over moves the queue: the old main computer stops polling, and the new one has every order and receives the next', async () => {
  await using old = await newProgram()
  const first = await workedProgram(old)
  const file = join(old.folder, 'moved.db')
  expect(await old.run(['hand-over', file])).toMatchObject({ code: 0, err: '' })

  const polls = () => old.platform.requestLog.requestsTo('poll').length
  const before = polls()
  await old.start()
  const { id: second } = old.platform.place()
  // The main computer has reached the step in which it would poll.
  await shows(old, /^board {10}setup \(handed-over\)$/m)
  expect(polls()).toBe(before)

  await using successor = await newProgram(old.platform)
  const taken = await successor.run(['take-over', file])
  expect(taken).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is missing') })
  await setUp(successor)
  await successor.start()
  const screen = await successor.join('Cozinha')
  for (const id of [first, second]) await screen.seen(id, 'an order', ({ status }) => status === 'CREATED')
  expect(await statusOf(old)).toMatch(/^board {10}setup \(handed-over\)$/m)
})

it('kill -9 at any time of a hand-over leaves no copy of a main computer that still polls, and the hand-over can be repeated', async () => {
  await using program = await newProgram()
  await workedProgram(program)
  const ledger = join(program.profile, 'ledger.db')
  const beganAt = performance.now()
  expect(await program.run(['hand-over', join(program.folder, 'whole.db')])).toMatchObject({ code: 0 })
  const tookMs = performance.now() - beganAt
  expect((await program.run(['resume'])).code).toBe(0)
  const moments = Array.from({ length: KILLS }, (_, index) => Math.ceil(((index + 1) / KILLS) * tookMs))
  for (const [index, afterMs] of moments.entries()) {
    const file = join(program.folder, `moved-${index}.db`)
    await program.runAndKill(['hand-over', file], afterMs)
    if (existsSync(file)) expect({ afterMs, handedOver: isHandedOver(ledger) }).toEqual({ afterMs, handedOver: true })
    expect((await program.run(['resume'])).code).toBe(0)
  }
  const last = join(program.folder, 'moved.db')
  expect(await program.run(['hand-over', last])).toMatchObject({ code: 0 })
  expect(isHandedOver(ledger)).toBe(true)

  await using successor = await newProgram(program.platform)
  for (const afterMs of moments) {
    if (!existsSync(join(successor.profile, 'ledger.db'))) await successor.runAndKill(['take-over', last], afterMs)
  }
  if (!existsSync(join(successor.profile, 'ledger.db'))) await successor.run(['take-over', last])
  expect(isHandedOver(join(successor.profile, 'ledger.db'))).toBe(false)
  await setUp(successor)
  await successor.start()
  await shows(successor, /^orders {9}1$/m)
})

it('take-over refuses a damaged copy, a copy of a main computer that may poll, and a profile that has a ledger', async () => {
  await using program = await newProgram()
  await workedProgram(program)
  const file = join(program.folder, 'moved.db')
  await program.run(['hand-over', file])
  expect(await program.run(['take-over', file])).toMatchObject({ code: 1, err: expect.stringContaining('has-ledger') })
  expect(await program.run(['hand-over', file])).toMatchObject({ code: 1, err: expect.stringContaining('has-ledger') })

  await using successor = await newProgram(program.platform)
  const damaged = join(successor.folder, 'damaged.db')
  const bytes = readFileSync(file)
  bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 2_048)
  writeFileSync(damaged, bytes)
  expect(await successor.run(['take-over', damaged])).toMatchObject({
    code: 1,
    err: expect.stringContaining('damaged'),
  })

  expect(await program.run(['resume'])).toMatchObject({ code: 0 })
  const copy = join(successor.folder, 'copy.db')
  copyFileSync(join(program.profile, 'ledger.db'), copy)
  expect(await successor.run(['take-over', copy])).toMatchObject({
    code: 1,
    err: expect.stringContaining('not-handed-over'),
  })
  expect(readdirSync(successor.profile).filter((name) => name.startsWith('ledger'))).toEqual([])
  const promoted = await successor.run(['take-over', copy, '--promote'])
  expect(promoted).toMatchObject({ code: 0, out: expect.stringContaining('may be lost') })
  expect(promoted.out).toContain('The old main computer must never run again')
})

it('a main computer with its ledger from before the hand-over does not poll', async () => {
  await using program = await newProgram()
  await workedProgram(program)
  const before = join(program.folder, 'before.db')
  copyFileSync(join(program.profile, 'ledger.db'), before)
  expect(await program.run(['hand-over', join(program.folder, 'moved.db')])).toMatchObject({ code: 0 })
  copyFileSync(before, join(program.profile, 'ledger.db'))
  expect(isHandedOver(join(program.profile, 'ledger.db'))).toBe(false)

  const polls = () => program.platform.requestLog.requestsTo('poll').length
  const made = polls()
  await program.start()
  await shows(program, /^board {10}setup \(handed-over\)$/m)
  expect(polls()).toBe(made)
  await program.end('SIGTERM')
  expect(await program.run(['resume'])).toMatchObject({ code: 0, out: expect.stringContaining('polls again') })
  await program.start()
  await shows(program, /^board {10}fresh$/m)
})

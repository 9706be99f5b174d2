import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import { recoverLedger } from '../../../electron/storage/repair/recover-ledger.ts'
import { event, newTap, openTestLedger, tempFolder } from './test-ledger.ts'

const FRAME = PAGE_BYTES + 24
const HEADER = 32
const HELD = { tappedAt: 1_000, holdUntil: 6_000 }

type Killed = {
  readonly main: Buffer
  readonly log: Buffer
  readonly frames: number
  /** The frames of the commit that undid the tap. */
  readonly undoing: readonly number[]
}

/** A ledger whose log undoes a tap that its file has as held, and then has other commits. */
function killedAfterUndo(): Killed {
  const path = join(tempFolder(), 'ledger.db')
  const first = openTestLedger(path).ledger
  first.receiveEvents([event('e1', 'o1')], [], 'poll', 1_000)
  first.addTap(newTap('undone', 'o1', HELD))
  first.close()
  const { ledger } = openTestLedger(path)
  const framesNow = (): number => (readFileSync(`${path}-wal`).length - HEADER) / FRAME
  const before = framesNow()
  ledger.undoTap('undone', 2_000)
  const after = framesNow()
  for (const number of [1, 2]) ledger.receiveEvents([event(`later-${number}`, `later-${number}`)], [], 'poll', 3_000)
  const undoing = Array.from({ length: after - before }, (_, index) => before + index)
  return { main: readFileSync(path), log: readFileSync(`${path}-wal`), frames: framesNow(), undoing }
}

/** The state of the undone tap at the start after `damage`. The index is lost. */
function stateAfter({ main, log }: Killed, damage: (log: Buffer) => void): string | undefined {
  const folder = join(tempFolder(), 'profile')
  mkdirSync(folder)
  const path = join(folder, 'ledger.db')
  const damaged = Buffer.from(log)
  damage(damaged)
  writeFileSync(path, main)
  writeFileSync(`${path}-wal`, damaged)
  const result = recoverLedger(path, { now: 5_000 })
  if (!result.ok) throw new Error(result.message)
  const { ledger, repair } = result.value
  expect(repair.repaired).toBe('salvaged')
  const state = ledger.tap('undone')?.state
  ledger.close()
  rmSync(folder, { recursive: true })
  return state
}

const startOf = (frame: number): number => HEADER + frame * FRAME
const positions = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

const DAMAGES: Readonly<Record<string, (log: Buffer, start: number, main: Buffer) => void>> = {
  'overwritten with zeros': (log, start) => log.fill(0, start, start + FRAME),
  'overwritten with other bytes': (log, start) => log.fill(0xa5, start, start + FRAME),
  'overwritten in its page number': (log, start) => log.fill(0xa5, start, start + 4),
  'replaced by a frame of another log': (log, start, main) => {
    log.writeUInt32BE(2, start)
    log.fill(0x11, start + 8, start + 16)
    main.copy(log, start + 24, PAGE_BYTES, 2 * PAGE_BYTES)
  },
}

test.each(Object.keys(DAMAGES))('any frame inside the log was %s: a tap that was undone is not sent', (what) => {
  const killed = killedAfterUndo()
  expect(killed.undoing.length).toBeGreaterThan(1)
  for (const frame of positions(killed.undoing.at(-1) ?? 0)) {
    const damage = (log: Buffer) => DAMAGES[what]?.(log, startOf(frame), killed.main)
    expect(stateAfter(killed, damage)).toBe('undone')
  }
})

test('the undoing frames together with the frames beside them were overwritten: the tap is not sent', () => {
  const killed = killedAfterUndo()
  const [from = 0] = killed.undoing
  const end = startOf((killed.undoing.at(-1) ?? 0) + 1)
  expect(stateAfter(killed, (log) => log.fill(0xa5, startOf(from) - 100, end + 100))).toBe('undone')
})

test('one flipped bit in the number of a page of the undoing commit: the tap is not sent', () => {
  const killed = killedAfterUndo()
  for (const frame of killed.undoing) {
    for (const bit of positions(5)) {
      const flip = (log: Buffer) => log.writeUInt8(log.readUInt8(startOf(frame) + 3) ^ (1 << bit), startOf(frame) + 3)
      expect(stateAfter(killed, flip)).toBe('undone')
    }
  }
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTrial, refusingOnTrial, type TrialParts } from '../../../electron/composition/update-trial.ts'
import { previousOf } from '../../../electron/updates/appimage-swap.ts'
import { givenUpFile, type Trial, writeTrial } from '../../../electron/updates/trial.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const SECOND_MS = 1_000

let folder = ''
let trialFile = ''
let appImage = ''
let previous = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-trial-'))
  trialFile = join(folder, 'update-trial.json')
  appImage = join(folder, 'Comanda.AppImage')
  previous = previousOf(appImage)
  writeFileSync(appImage, 'new')
  writeFileSync(previous, 'old')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const record = (part: Partial<Trial> = {}): void =>
  writeTrial(trialFile, { version: '2.0.0', previousVersion: '1.0.0', previous, starts: 0, ...part })
const startsOnDisk = (): number => JSON.parse(readFileSync(trialFile, 'utf8')).starts

function start(parts: Partial<TrialParts> = {}) {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const calls = { startGuard: vi.fn(() => true), endAsFailed: vi.fn(), warn: vi.fn(), work: vi.fn() }
  const trial = openTrial({
    trialFile,
    folder,
    version: '2.0.0',
    appImage,
    isGuarded: true,
    clock,
    log,
    ...calls,
    ...parts,
  })
  const screen = { isPainted: false }
  const run = () => trial.afterBoard(async () => screen.isPainted, calls.work)
  return { trial, clock, log, screen, run, ...calls }
}

describe('a start without an update', () => {
  it('begins to work at once', () => {
    const { trial, run, work } = start()
    expect(trial).toMatchObject({ isOver: false, failedVersion: undefined })
    expect(trial.isOnTrial()).toBe(false)
    expect(trial.isGuarded()).toBe(false)
    run()
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('a delivery', () => {
  it('is refused during the trial of a new version, so that the platform sends it again', () => {
    let isHolding = true
    const receiveDelivery = vi.fn((_events: readonly unknown[]) => ok({ freshEvents: 1 }))
    const station = refusingOnTrial({ receiveDelivery }, () => isHolding)
    expect(station.receiveDelivery([{}])).toMatchObject({ ok: false, code: 'storage' })
    expect(receiveDelivery).not.toHaveBeenCalled()
    isHolding = false
    expect(station.receiveDelivery([{}])).toEqual(ok({ freshEvents: 1 }))
  })
})

describe('the first start of a new version', () => {
  it('receives and sends nothing before its board is painted, and then ends the trial', async () => {
    record()
    writeFileSync(join(folder, 'ledger.db.before-update'), 'old')
    const { trial, clock, screen, run, work, log } = start()
    run()
    await clock.advance(20 * SECOND_MS)
    expect(work).not.toHaveBeenCalled()
    expect(trial.isOnTrial()).toBe(true)
    expect(startsOnDisk()).toBe(1)
    screen.isPainted = true
    await clock.advance(SECOND_MS)
    expect(work).toHaveBeenCalledOnce()
    expect(trial.isOnTrial()).toBe(false)
    expect(trial.isGuarded()).toBe(false)
    for (const gone of [trialFile, previous, join(folder, 'ledger.db.before-update')])
      expect(existsSync(gone)).toBe(false)
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'update-proven' }))
  })

  it('ends as failed after 60 seconds without a painted board, and leaves the next start to the guard', async () => {
    record()
    const { clock, run, work, endAsFailed, startGuard } = start()
    run()
    await clock.advance(59 * SECOND_MS)
    expect(endAsFailed).not.toHaveBeenCalled()
    await clock.advance(2 * SECOND_MS)
    expect(endAsFailed).toHaveBeenCalledOnce()
    expect(startGuard).not.toHaveBeenCalled()
    expect(work).not.toHaveBeenCalled()
  })

  it('asks the next page when a page crashed and never answers', async () => {
    record()
    const { trial, clock, endAsFailed, work } = start()
    let asked = 0
    trial.afterBoard(() => {
      asked += 1
      return asked === 1 ? new Promise<boolean>(() => undefined) : Promise.resolve(true)
    }, work)
    await clock.advance(5 * SECOND_MS)
    expect(work).toHaveBeenCalledOnce()
    await clock.advance(60 * SECOND_MS)
    expect(endAsFailed).not.toHaveBeenCalled()
  })

  it('is not counted as a failed start after a normal end', async () => {
    record()
    const { trial, clock, run, endAsFailed } = start()
    run()
    trial.end()
    expect(startsOnDisk()).toBe(0)
    await clock.advance(61 * SECOND_MS)
    expect(endAsFailed).not.toHaveBeenCalled()
  })
})

describe('a new version without a guard, after a power cut', () => {
  it('starts a guard for the last remaining start', async () => {
    record()
    const { clock, run, startGuard, endAsFailed } = start({ isGuarded: false })
    run()
    await clock.advance(61 * SECOND_MS)
    expect(startGuard).toHaveBeenCalledWith({ previous, startsLeft: 1 })
    expect(endAsFailed).toHaveBeenCalledOnce()
  })

  it('is replaced by the previous version after two failed starts, before it opens any file', () => {
    record({ starts: 2 })
    const { trial, startGuard, endAsFailed } = start({ isGuarded: false })
    expect(startGuard).toHaveBeenCalledWith({ previous, startsLeft: 0 })
    expect(endAsFailed).toHaveBeenCalledOnce()
    expect(trial.isOver).toBe(true)
  })
})

describe('a new version without a previous version to restore', () => {
  it.each<[string, Partial<TrialParts>, boolean]>([
    ['is not an AppImage', { appImage: undefined }, true],
    ['has no file of the previous version', {}, false],
  ])('begins to work after 60 seconds, with a notice, when the program %s', async (_case, parts, hasPrevious) => {
    record()
    if (!hasPrevious) rmSync(previous)
    const { clock, run, work, warn, endAsFailed } = start({ ...parts, isGuarded: false })
    run()
    await clock.advance(61 * SECOND_MS)
    expect(warn).toHaveBeenCalledWith('1.0.0')
    expect(work).toHaveBeenCalledOnce()
    expect(endAsFailed).not.toHaveBeenCalled()
  })
})

describe('the previous version', () => {
  it('reads once from the guard’s record which version failed', () => {
    record()
    writeTrial(givenUpFile(trialFile), { version: '2.0.0', previousVersion: '1.0.0', starts: 0 })
    expect(start({ version: '1.0.0' }).trial.failedVersion).toBe('2.0.0')
    expect(start({ version: '1.0.0' }).trial.failedVersion).toBeUndefined()
    expect(existsSync(trialFile)).toBe(false)
  })

  it('does not count a version that never started as failed: a power cut came before its installation', () => {
    record({ starts: 0 })
    expect(start({ version: '1.0.0' }).trial.failedVersion).toBeUndefined()
    expect(existsSync(trialFile)).toBe(false)
  })
})

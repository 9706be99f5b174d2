import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { spendRelaunch, spendRestart } from '../../../electron/shell/relaunch.ts'

const RULE = { limit: 3, windowMs: 60_000 }

describe('spendRestart', () => {
  it('ignores restarts older than the window', () => {
    expect(spendRestart([0, 1_000, 2_000], 60_000, RULE)).toEqual([1_000, 2_000, 60_000])
  })

  it('ignores times far in the future, after the clock was set back', () => {
    expect(spendRestart([900_000, 900_001, 900_002], 0, RULE)).toEqual([0])
  })
})

describe('spendRelaunch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-relaunch-'))
  const file = join(folder, 'relaunches.json')
  afterEach(() => rmSync(file, { force: true }))

  it('counts across processes: three in ten minutes', () => {
    expect([0, 1, 2, 3].map((at) => spendRelaunch(file, at))).toEqual([true, true, true, false])
    expect(spendRelaunch(file, 600_001)).toBe(true)
  })

  it('starts from zero with a damaged file', () => {
    for (const rubbish of ['', '{', '{"a":1}', '["x",null]']) {
      writeFileSync(file, rubbish)
      expect(spendRelaunch(file, 5)).toBe(true)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([5])
    }
  })

  it('allows no relaunch when it cannot be counted', () => {
    expect(spendRelaunch(join(folder, 'missing', 'relaunches.json'), 0)).toBe(false)
  })
})

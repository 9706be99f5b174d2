import { describe, expect, it } from 'vitest'
import { freshnessNow } from '../../../renderer/app/freshness.ts'
import { EVENING } from '../../fixtures/board-harness/tickets.ts'

const INTERVAL_SECONDS = 30
const now = (state: 'fresh' | 'late' | 'stale' | 'offline' | 'setup', ageSeconds?: number) =>
  freshnessNow(
    ageSeconds === undefined ? { state } : { state, checkedAt: EVENING - ageSeconds * 1_000 },
    EVENING,
    INTERVAL_SECONDS,
  )

describe('freshness in the window', () => {
  it('turns by itself when the main process falls silent', () => {
    expect(now('fresh', 12)).toBe('fresh')
    expect(now('fresh', 64)).toBe('late')
    expect(now('fresh', 94)).toBe('stale')
    expect(now('late', 94)).toBe('stale')
  })

  it('never shows better than it was told', () => {
    expect(now('stale', 1)).toBe('stale')
    expect(now('offline', 1)).toBe('offline')
    expect(now('offline', 500)).toBe('offline')
    expect(now('setup', 500)).toBe('setup')
  })

  it('is never green over a board that was never checked', () => {
    expect(now('fresh')).toBe('stale')
    expect(now('late')).toBe('late')
  })
})

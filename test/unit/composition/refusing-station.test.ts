import { describe, expect, it } from 'vitest'
import { createRefusingStation } from '../../../electron/composition/refusing-station.ts'
import { contract } from '../../../shared/contract.ts'

describe('createRefusingStation', () => {
  const station = createRefusingStation('storage-newer', () => 1_700_000_000_000, 'es')

  it('shows a board that matches the contract, contains the notice and is never fresh', () => {
    const snapshot = contract['board:snapshot'].result.parse(station.snapshot())
    expect(snapshot.notice).toBe('storage-newer')
    expect(snapshot.freshness).toEqual({ state: 'stale' })
    expect(snapshot.tickets).toEqual([])
    expect(snapshot.settings.locale).toBe('es')
    expect(snapshot.clock.platformNow).toBe(1_700_000_000_000)
  })
})

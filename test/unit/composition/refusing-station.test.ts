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

  it('returns a refusal for every call that needs storage', async () => {
    const refusals = [
      station.act({ orderId: 'o1', action: 'confirm' }),
      station.undo('t1'),
      station.sendNow('t1'),
      await station.validateCode('o1', '1'),
      station.acknowledgeCancellation('o1'),
      station.strikeLine('o1', '0', true),
      station.startByHand('o1'),
      station.changeSettings({ undoSeconds: 0 }),
      station.rememberPlaces('{}'),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ ok: false, code: 'storage' })
    expect(station.queue()).toEqual({ ok: true, value: [] })
    expect(station.timeline('o1')).toEqual({ ok: true, value: [] })
  })
})

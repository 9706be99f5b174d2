import { expect, it } from 'vitest'
import { createUnseenBell } from '../../../electron/screens/unseen-bell.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

it('a screen beeps for orders that no window has painted, and names each once', async () => {
  const clock = createVirtualClock()
  const done: string[] = []
  let unseen = [{ orderId: 'o1', displayId: '4801', unseen: true }]
  const ring = createUnseenBell({
    tickets: () => unseen,
    settings: () => ({ ...DEFAULT_SETTINGS, rings: false }),
    clock,
    attention: { beep: () => done.push('beep'), notify: ({ body }) => done.push(body.slice(0, 4)) },
  })
  ring()
  ring()
  expect(done).toEqual(['4801', 'beep'])
  await clock.advance(DEFAULT_SETTINGS.alarm.intervalSeconds * 1_000)
  ring()
  expect(done).toEqual(['4801', 'beep', 'beep'])
  unseen = []
  await clock.advance(60_000)
  ring()
  expect(done).toHaveLength(3)
})

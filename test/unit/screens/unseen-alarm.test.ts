import { expect, it } from 'vitest'
import { createUnseenAlarm } from '../../../electron/screens/link/screen-station.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

it('a screen beeps for orders that no window has painted, and shows one notification for each', async () => {
  const clock = createVirtualClock()
  const done: string[] = []
  let unseen = [{ orderId: 'o1', displayId: '4801', unseen: true }]
  const ring = createUnseenAlarm({
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

it('a screen does not beep in its quiet hours, and beeps after them', () => {
  const clock = createVirtualClock()
  const done: string[] = []
  const allDay = { enabled: true, from: '00:00', to: '23:59' }
  let quietHours = allDay
  const ring = createUnseenAlarm({
    tickets: () => [{ orderId: 'o1', displayId: '4801', unseen: true }],
    settings: () => ({ ...DEFAULT_SETTINGS, alarm: { ...DEFAULT_SETTINGS.alarm, quietHours } }),
    clock,
    attention: { beep: () => done.push('beep'), notify: () => done.push('notify') },
  })
  ring()
  expect(done).toEqual([])
  quietHours = { ...allDay, enabled: false }
  ring()
  expect(done).toEqual(['notify', 'beep'])
})

import { expect, it, vi } from 'vitest'
import { createDesktopAlarm, noBeep } from '../../../electron/core/alarms.ts'
import { settingsSchema } from '../../../shared/contract/settings.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

it('the connections of a kitchen beep as often together as one alone', async () => {
  const clock = createVirtualClock()
  const settings = settingsSchema.parse({})
  const lastBeep = noBeep()
  const beep = vi.fn<() => void>()
  const attention = { beep, notify: () => undefined }
  const alarms = [1, 2, 3].map(() => createDesktopAlarm({ attention, lastBeep, clock, settings: () => settings }))
  for (const alarm of alarms) alarm.beep()
  expect(beep).toHaveBeenCalledTimes(1)
  await clock.advance(settings.alarm.intervalSeconds * 1_000)
  for (const alarm of alarms) alarm.beep()
  expect(beep).toHaveBeenCalledTimes(2)
})

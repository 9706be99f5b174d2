import { afterEach, expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Often enough for the test, and so rare that the test is fast. */
const QUIET_POLLS: SettingsPatch = { pollIntervalSeconds: 60, confirmDeadlineMinutes: 60 }

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

async function accepted(settings: SettingsPatch = {}): Promise<string> {
  kitchen = startVirtualKitchen({ settings: { ...QUIET_POLLS, ...settings } })
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT' })
  await kitchen.advance(61 * SECOND)
  kitchen.tap(id, 'confirm')
  await kitchen.advance(20 * SECOND)
  return id
}
const kinds = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}
const ring = (id: string) => kitchen.core().rang([{ orderId: id, cause: 'delayed', stage: 'plain' }])
const alarmOf = (id: string) => kitchen.ticket(id)?.alarm
/** A pickup without a promised time is late after ten minutes. */
const untilDelayed = (minutes = 15): Promise<void> => {
  const age = kitchen.clock.now() - createdAt()
  return kitchen.advance(minutes * MINUTE - age)
}
const createdAt = (): number => kitchen.core().snapshot().tickets[0]?.createdAt ?? 0

it('the delay alarm rings once, five minutes after the order became late', async () => {
  const id = await accepted()
  await untilDelayed(14)
  expect(alarmOf(id)).toBeUndefined()
  await untilDelayed(15)
  await kitchen.advance(2 * SECOND)
  expect(alarmOf(id)).toBe('delayed')
  ring(id)
  expect(alarmOf(id)).toBeUndefined()
  await kitchen.advance(10 * MINUTE)
  expect(alarmOf(id)).toBeUndefined()
  expect(kinds(id).filter((kind) => kind === 'delay-alarm')).toHaveLength(1)
})

it('the delay alarm does not ring again after a restart, and rings after one if the program ended before it', async () => {
  const id = await accepted()
  await untilDelayed()
  await kitchen.advance(2 * SECOND)
  kitchen.crash()
  kitchen.start()
  expect(alarmOf(id)).toBe('delayed')
  ring(id)
  kitchen.crash()
  kitchen.start()
  await kitchen.advance(2 * MINUTE)
  expect(alarmOf(id)).toBeUndefined()
})

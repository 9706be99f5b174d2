import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCore } from '../../../electron/composition/open-core.ts'
import { readMainComputer } from '../../../electron/screens/pairing/main-computer.ts'
import { openBoardStore } from '../../../electron/storage/board-store.ts'
import { openRoleFile } from '../../../electron/storage/role-file.ts'
import { openScreenStore } from '../../../electron/storage/screen-store.ts'
import { createSystemClock, OS_READINGS } from '../../../electron/sync/clock.ts'
import { fail } from '../../../shared/result.ts'
import { EARLIER_CONTENT as content, unpackEarlierProfile } from '../../fixtures/earlier-profile/content.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { tempFolder } from './test-ledger.ts'

function unpacked(name: 'station' | 'screen'): string {
  const folder = tempFolder()
  unpackEarlierProfile(name, folder)
  return folder
}

const damages: unknown[] = []
const onDamage = (damage: unknown): void => void damages.push(damage)

test('a main computer of an earlier version opens with all its data', async () => {
  const log = createMemoryLog()
  const kitchen = openCore({
    folder: unpacked('station'),
    connection: async () => fail('not-configured', 'no credentials'),
    settings: Promise.resolve(undefined),
    fetch: () => Promise.reject(new Error('no network')),
    isOnline: () => true,
    clock: createSystemClock({ ...OS_READINGS, wall: () => content.madeAt }),
    log,
  })
  const { settings, tickets, notice, places } = kitchen.snapshot()
  expect(notice).toBeUndefined()
  expect(settings).toMatchObject(content.settings)
  expect(
    tickets
      .toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1))
      .map(({ orderId, displayId, status, lines, tap }) => ({
        orderId,
        displayId,
        status,
        lines: lines.map(({ name }) => name),
        struck: lines.flatMap(({ name, struck }) => (struck ? [name] : [])),
        ...(tap === undefined ? {} : { tap: { tapId: tap.tapId, action: tap.action } }),
      })),
  ).toEqual(content.tickets)
  for (const [orderId, kinds] of Object.entries(content.timelines)) {
    const timeline = kitchen.timeline(orderId)
    expect(timeline.ok && timeline.value.map(({ kind }) => kind)).toEqual(kinds)
  }
  expect(places).toBe('{"places":1}')
  expect(kitchen.lock.status()).toMatchObject({ isSet: true, isOpen: false })
  expect(await kitchen.lock.unlock('4321')).toMatchObject({ ok: true })
  const { devices, customersLink, soundTestedAt, lastPollAt, screensPort } = kitchen.facts
  expect(devices.get()).toContain('"name":"Passe"')
  expect(customersLink.get()).toContain('"port":18080')
  expect([soundTestedAt.get(), lastPollAt.get(), screensPort.get()].every(Number.isFinite)).toBe(true)
  await kitchen.stop()
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('a screen of an earlier version opens with its main computer, its settings and the tap that it has not sent', () => {
  const { kept, locale, statuses } = content.screen
  const folder = unpacked('screen')
  expect(readMainComputer(openRoleFile(folder))).toMatchObject({ host: '127.0.0.1' })
  const store = openScreenStore(join(folder, 'screen.db'), content.madeAt, onDamage)
  const board = openBoardStore(join(folder, 'screen-board.db'), onDamage)
  if (!store.ok || !board.ok) throw new Error('The stores of the screen do not open')
  expect(store.value.isLost).toBe(false)
  expect(store.value.store.items()).toMatchObject([
    { call: 'order:act', orderId: kept, args: { orderId: kept, action: 'confirm' } },
  ])
  const shown = board.value.tickets().map((ticket) => JSON.parse(ticket))
  expect(Object.fromEntries(shown.map(({ orderId, status }) => [orderId, status]))).toEqual(statuses)
  expect(JSON.parse(board.value.parts() ?? '')).toMatchObject({ settings: { locale } })
  store.value.store.close()
  board.value.close()
  expect(damages).toEqual([])
})

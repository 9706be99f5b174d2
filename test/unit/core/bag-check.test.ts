import { afterEach, expect, it } from 'vitest'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const SETTINGS: SettingsPatch = { pollIntervalSeconds: 30, checksBags: true }

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

async function readyOrder(): Promise<string> {
  kitchen = startVirtualKitchen({ settings: SETTINGS })
  const { id } = kitchen.platform.place({ orderType: 'TAKEOUT', startsAs: 'READY', deliveryCode: '4821' })
  await kitchen.advance(31 * SECOND)
  return id
}
const bagOf = (id: string) => kitchen.ticket(id)?.bag
const told = (id: string): readonly string[] => {
  const timeline = kitchen.core().timeline(id)
  const entries = timeline.ok ? timeline.value : []
  return entries
    .filter(({ kind }) => kind.startsWith('bag'))
    .map(({ at, kind, detail, by }) => [at - kitchen.clock.now(), kind, detail, by].filter(Boolean).join(' | '))
}
const restart = (): void => {
  kitchen.crash()
  kitchen.start()
}

it('what is ticked, when and on which screen stays over a crash, and its timeline has it in words', async () => {
  const id = await readyOrder()
  const line = kitchen.ticket(id)?.lines[0]
  const row = line?.lineId ?? ''
  expect(kitchen.core().tickBag(id, [row, 'allergy'], true, 'Balcão')).toEqual({ ok: true, value: null })
  restart()
  expect(bagOf(id)).toEqual({ ticked: [row, 'allergy'] })
  kitchen.core().tickBag(id, ['allergy'], false)
  kitchen.core().countBags(id, 2, 'Balcão')
  restart()
  expect(bagOf(id)).toEqual({ ticked: [row], bags: 2 })
  expect(told(id)).toEqual([
    expect.stringMatching(/^bag-ticked \| \d+×\s.+, alergia \| Balcão$/),
    'bag-unticked | alergia',
    'bags-counted | 2 | Balcão',
  ])
})

it('a second tick of the same row changes nothing, and is no entry', async () => {
  const id = await readyOrder()
  for (const _ of ['one', 'two']) kitchen.core().tickBag(id, ['allergy'], true)
  for (const _ of ['one', 'two']) kitchen.core().countBags(id, 3)
  expect(told(id)).toHaveLength(2)
})

it('a code that the platform found right waits no longer, also after a crash', async () => {
  const id = await readyOrder()
  expect(kitchen.ticket(id)?.isCodeRight).toBeUndefined()
  const check = async (code: string): Promise<void> => {
    const answer = kitchen.core().validateCode(id, code)
    await kitchen.advance(SECOND)
    await answer
  }
  await check('0000')
  expect(kitchen.ticket(id)?.isCodeRight).toBeUndefined()
  await check('4821')
  restart()
  expect(kitchen.ticket(id)?.isCodeRight).toBe(true)
})

it('an order that is not on the board has no bag', async () => {
  await readyOrder()
  expect(kitchen.core().tickBag('unknown', ['allergy'], true)).toMatchObject({ ok: false, code: 'unknown-order' })
})

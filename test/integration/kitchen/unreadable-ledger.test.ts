import { expect, it } from 'vitest'
import { historyPageSchema } from '../../../shared/contract/history.ts'
import { isNew, openThree } from './three-connections.ts'

const refuse = (): never => {
  throw new Error('disk I/O error')
}

it('a ledger that cannot be read hides no order, tap or figure of the other platforms, and the history names what is missing', async () => {
  const { shops, kitchen, placeEverywhere } = await openThree({ settings: { undoSeconds: 10 } })
  const { id } = placeEverywhere()
  for (const { given } of shops) await kitchen.seen(given.name, id, 'new', isNew)
  const core = kitchen.core()
  const tapOf = (key: string): string => {
    const tapped = core.act({ orderId: key, action: 'confirm' })
    if (!tapped.ok) throw new Error(tapped.code)
    return tapped.value.tapId
  }
  const [ofFirst, ofThird] = [tapOf(id), tapOf(`@3:${id}`)]
  const second = core.connections()[1]?.core
  if (second === undefined) throw new Error('There is no second connection')
  expect(await core.history({ daysAgo: 0, search: '', page: 0 })).toMatchObject({ value: { total: 3 } })

  Object.assign(second, { hasTap: refuse, queue: refuse, about: refuse })
  Object.assign(second.records.ledger, { ordersSeen: refuse, sumsOfDay: refuse })
  Object.assign(second.records.ledger.facts, { recalled: { get: refuse } })
  const page = await core.history({ daysAgo: 0, search: '', page: 0 })
  expect(page).toMatchObject({ ok: true, value: { total: 2, missing: ['Rua'] } })
  expect(page.ok && historyPageSchema.safeParse(page.value).success).toBe(true)
  expect(await core.shift({ daysAgo: 0 })).toMatchObject({ ok: true, value: { missing: ['Rua'] } })
  expect(await core.exportHistory({ daysAgo: 0, search: '', format: 'json' })).toMatchObject({ ok: true })
  expect(JSON.parse(kitchen.saved.at(-1) ?? '')).toMatchObject({ missing: ['Rua'] })
  const queue = core.queue()
  expect(queue.ok && queue.value.map(({ tap }) => tap.tapId)).toEqual([ofFirst, ofThird])
  expect(core.undo(ofThird)).toMatchObject({ ok: true })
  expect(core.sendNow(ofFirst)).toMatchObject({ ok: true })
  // The tap may be in that ledger: it is not said to be sent.
  expect(core.undo('some-tap')).toMatchObject({ ok: false, code: 'storage' })
  expect(core.snapshot()).toMatchObject({ freshness: { connection: 'Rua', trouble: 'storage' } })
  expect(core.snapshot().tickets).toHaveLength(3)
})

it('a snapshot asks each connection once how it is', async () => {
  const { kitchen } = await openThree()
  const core = kitchen.core()
  const asked: number[] = []
  for (const { slot, core: own } of core.connections()) {
    const { about } = own
    Object.assign(own, {
      about: () => {
        asked.push(slot)
        return about()
      },
    })
  }
  core.snapshot()
  expect(asked).toEqual([1, 2, 3])
})

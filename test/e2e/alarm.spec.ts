import type { Bridge } from '../../shared/contract/contract.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

async function storyOf(kitchen: KitchenApp, orderId: string): Promise<readonly string[]> {
  const answer = await kitchen.page().evaluate((id) => {
    // The value that the preload script has set.
    const bridge = Reflect.get(window, 'comanda') as Bridge
    return bridge.call['order:timeline']({ orderId: id })
  }, orderId)
  return answer.ok ? answer.value.map(({ kind, detail }) => `${kind} ${detail ?? ''}`.trim()) : []
}

test('a new order rings after its ticket is shown and until it is accepted, and the timeline has this order', {
  tag: '@gate',
}, async ({ kitchen }) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await expect.poll(() => storyOf(kitchen, id)).toContain('rang new')
  const story = await storyOf(kitchen, id)
  expect(story.indexOf('shown')).toBeLessThan(story.indexOf('rang new'))
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  await expect.poll(async () => (await storyOf(kitchen, id)).some((one) => one.startsWith('rang-until new'))).toBe(true)
})

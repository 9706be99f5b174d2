import { expect, test } from './kitchen.ts'

test('every ticket stands where it stood when the program is killed and started again', async ({ kitchen }) => {
  const { platform } = kitchen
  const { process: app } = await kitchen.open()
  const first = platform.place({ orderType: 'TAKEOUT' }).id
  await kitchen.expectStatus(first, 'CREATED')
  const others: string[] = []
  for (let count = 0; count < 2; count++) {
    const { id } = platform.place()
    await kitchen.expectStatus(id, 'CREATED')
    others.push(id)
  }
  for (const [action, status] of [
    ['confirm', 'CONFIRMED'],
    ['ready-for-pickup', 'READY'],
    ['delivered', 'DELIVERED'],
  ] as const) {
    await kitchen.tap(first, action)
    await kitchen.expectStatus(first, status)
  }
  // The newest takes the place that became free: by age alone it would stand last.
  const newest = platform.place().id
  await kitchen.expectStatus(newest, 'CREATED')
  const orderIds = [...others, newest]
  const places = () =>
    Promise.all(orderIds.map((id) => kitchen.card(id).evaluate((card) => card.getBoundingClientRect().toJSON())))
  const before = await places()
  // Down the columns, from left to right.
  const rank = (at: number): number => 10_000 * (before[at]?.x ?? Number.NaN) + (before[at]?.y ?? Number.NaN)
  expect(rank(2)).toBeLessThan(rank(0))
  // The window tells its places after a moment of rest.
  await kitchen.page().waitForTimeout(1_000)
  const main = app.process()
  const ended = new Promise((done) => main.once('exit', done))
  main.kill('SIGKILL')
  await ended
  await kitchen.open()
  for (const id of orderIds) await kitchen.expectStatus(id, 'CREATED')
  await expect.poll(places).toEqual(before)
})

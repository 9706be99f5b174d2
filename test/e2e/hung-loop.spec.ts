import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exhaustRelaunches } from './exhaust-relaunches.ts'
import { expect, test } from './kitchen.ts'
import { endOthersOf, logOf } from './other-processes.ts'

/** A text with this character hangs the main loop when it is looked at, as a defect of the program would. */
const POISON = '☠'

test('when its main loop stands for 20 s, the program ends and starts again by itself; the order is shown by its number', async ({
  kitchen,
}) => {
  const { process: app } = await kitchen.open()
  const main = app.process()
  await app.evaluate((_electron, poison) => {
    const { normalize } = String.prototype
    String.prototype.normalize = function (form?: string) {
      for (; this.includes(poison); );
      return normalize.call(this, form)
    }
  }, POISON)
  const polls = () => kitchen.platform.requestLog.requestsTo('poll').length
  const order = kitchen.platform.place({ raw: { items: [{ id: 'x', name: `Frango ${POISON}`, quantity: 1 }] } })
  await expect.poll(() => main.signalCode, { timeout: 120_000 }).toBe('SIGKILL')
  const before = polls()
  try {
    await expect
      .poll(() => logOf(kitchen.profile), { timeout: 120_000 })
      .toMatch(/"main-loop-hung"[\s\S]*"order-stuck"/)
    await expect.poll(() => logOf(kitchen.profile)).toContain(order.id)
    await expect.poll(polls, { timeout: 120_000 }).toBeGreaterThan(before + 1)
  } finally {
    endOthersOf(kitchen.profile, main.pid)
  }
})

test('a program that hung too often begins no work: it says so, and tries again after a minute', async ({
  kitchen,
}) => {
  exhaustRelaunches(kitchen.profile)
  writeFileSync(join(kitchen.profile, 'work-mark'), '{"isHung":true}\n')
  const { page } = await kitchen.open()
  await expect(page.locator('body')).toContainText(/O Comanda parou[\s\S]*em um minuto/)
  expect(kitchen.platform.requestLog.requestsTo('poll')).toEqual([])
})

import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import Database from 'better-sqlite3'
import { expect, test } from './kitchen.ts'

/** All tickets have the same height, so each fits in the place of another. */
const raw = {
  items: [{ id: 'x', name: 'Pastel de queijo', quantity: 1 }],
  observations: undefined,
  timing: { orderTiming: 'INSTANT' },
  context: { salesChannel: 'APP' },
  customer: { name: 'Ana' },
  fulfillment: { orderType: 'TAKEOUT', takeout: { pickupCode: '123' } },
}

/** Column and place in it of a ticket in the ledger's file. A second connection reads only committed data. */
function committedPlace(profile: string, orderId: string): readonly number[] | undefined {
  const ledger = new Database(join(profile, 'ledger.db'), { readonly: true })
  try {
    const text = ledger.prepare("SELECT value FROM facts WHERE name = 'places'").pluck().get()
    const { columns }: { readonly columns: readonly (readonly (readonly unknown[])[])[] } = JSON.parse(
      typeof text === 'string' ? text : '{"columns":[]}',
    )
    return columns
      .map((column, at) => [at, column.findIndex(([id]) => id === orderId)])
      .find(([, at]) => at !== undefined && at >= 0)
  } finally {
    ledger.close()
  }
}

/** The board is arranged when nobody has touched it for three seconds. */
const STABLE_MS = 4_000
const ARRANGED_MS = 30_000

/** A document that crashes does not answer. */
const ANSWER_MS = 1_000

/** Reads the document that the window shows now. The test's own page ends with a crash of the window. */
const boxesIn = (app: ElectronApplication, orderIds: readonly string[]): Promise<unknown> =>
  app.evaluate(
    ({ webContents }, { ids, limitMs }) =>
      Promise.race([
        webContents
          .getAllWebContents()[0]
          ?.executeJavaScript(
            `window.isBeforeCrash ? 'the document before the crash' : ${JSON.stringify(ids)}.map((id) =>
              document.querySelector('[data-order-id="' + id + '"]')?.getBoundingClientRect().toJSON())`,
          )
          .catch(() => 'no document'),
        new Promise((resolve) => setTimeout(() => resolve('no answer'), limitMs)),
      ]) as Promise<unknown>,
    { ids: orderIds, limitMs: ANSWER_MS },
  )

test('every order keeps its place when its window crashes, and when the program is killed and started again', async ({
  kitchen,
}) => {
  const { platform } = kitchen
  const { process: app } = await kitchen.open()
  const place = async (startsAs: 'CREATED' | 'PREPARING'): Promise<string> => {
    const { id } = platform.place({ orderType: 'TAKEOUT', startsAs, raw })
    await kitchen.expectStatus(id, startsAs)
    return id
  }
  const box = (id: string) => kitchen.card(id).evaluate((card) => card.getBoundingClientRect().toJSON())
  const finished = await place('PREPARING')
  const older = await place('PREPARING')
  const accepted = await place('CREATED')
  const waiting = await place('CREATED')
  const [first, last] = [await box(older), await box(waiting)]
  await kitchen.tap(accepted, 'confirm')
  await kitchen.expectStatus(accepted, 'CONFIRMED')
  await kitchen.tap(finished, 'ready-for-pickup')
  await kitchen.expectStatus(finished, 'READY')
  const newest = await place('PREPARING')
  // Steps and a new order move no other order.
  await expect(Promise.all([box(older), box(waiting)])).resolves.toEqual([first, last])

  const orderIds = [older, accepted, waiting, finished, newest]
  const places = () => Promise.all(orderIds.map(box))
  // The board is arranged once it is not touched. The window reports its places after a moment, and the ledger commits them
  // with its next durable write.
  let seen = ''
  const isStill = async (): Promise<boolean> => {
    const last = seen
    seen = JSON.stringify(await places())
    return seen === last
  }
  await expect.poll(isStill, { intervals: [STABLE_MS], timeout: ARRANGED_MS }).toBe(true)
  const before = await places()
  await expect.poll(() => orderIds.every((id) => committedPlace(kitchen.profile, id) !== undefined)).toBe(true)
  const main = app.process()
  const ended = new Promise((done) => main.once('exit', done))
  main.kill('SIGKILL')
  await ended
  await kitchen.open()
  for (const id of [older, newest]) await kitchen.expectStatus(id, 'PREPARING')
  await expect.poll(places).toEqual(before)

  const again = kitchen.app()
  await again.page.evaluate(() => Object.assign(window, { isBeforeCrash: true }))
  await expect.poll(() => boxesIn(again.process, orderIds)).toBe('the document before the crash')
  await again.process.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer())
  await expect.poll(() => boxesIn(again.process, orderIds)).toEqual(before)
})

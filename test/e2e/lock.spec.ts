import type { Page } from '@playwright/test'
import { expect, type KitchenApp, test } from './kitchen.ts'

const PIN = '4071'

/** A call of the bridge, as the page makes it. */
const call = (page: Page, channel: string, args: unknown): Promise<unknown> =>
  page.evaluate(
    ([name, given]) =>
      (window as unknown as { comanda: { call: Record<string, (args: unknown) => Promise<unknown>> } }).comanda.call[
        String(name)
      ]?.(given),
    [channel, args] as const,
  )

async function lock(kitchen: KitchenApp): Promise<void> {
  const { clientSecret } = kitchen.platform
  await expect(call(kitchen.page(), 'lock:set', { pin: PIN, clientSecret })).resolves.toMatchObject({ ok: true })
  await expect(call(kitchen.page(), 'lock:lock-now', null)).resolves.toMatchObject({
    ok: true,
    value: { isOpen: false },
  })
}

const closeWindow = (kitchen: KitchenApp): Promise<void> =>
  kitchen.app().process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
const windowCount = (kitchen: KitchenApp): Promise<number> =>
  kitchen.app().process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

test('while the lock is closed a guest can only tap orders, also after a restart', { tag: '@gate' }, async ({
  kitchen,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await lock(kitchen)
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  const locked = { ok: false, code: 'locked' }
  const attempts = [
    ['settings:change', { undoSeconds: 3 }],
    ['diagnostics:export', null],
    ['history:list', { daysAgo: 0, search: '', page: 0 }],
    ['history:shift', { daysAgo: 0 }],
    ['history:export', { daysAgo: 0, search: '', format: 'json' }],
    ['order:timeline', { orderId: id }],
    ['app:quit', null],
    ['lock:set', { pin: null }],
  ] as const
  for (const [channel, args] of attempts)
    await expect(call(kitchen.page(), channel, args)).resolves.toMatchObject(locked)

  await kitchen.close()
  await kitchen.open()
  for (const [channel, args] of attempts)
    await expect(call(kitchen.page(), channel, args)).resolves.toMatchObject(locked)
  await expect(call(kitchen.page(), 'lock:unlock', { pin: '0000' })).resolves.toMatchObject({
    ok: false,
    code: 'wrong-pin',
  })
  await expect(call(kitchen.page(), 'lock:unlock', { pin: PIN })).resolves.toMatchObject({
    ok: true,
    value: { isOpen: true },
  })
  await expect(call(kitchen.page(), 'settings:change', { undoSeconds: 3 })).resolves.toMatchObject({ ok: true })
})

test('a lock prevents the window from closing, and is removed for a lost PIN', async ({ kitchen }) => {
  await kitchen.open()
  await test.step('a locked window does not close and requests the PIN; a signal still ends the program', async () => {
    await lock(kitchen)
    await kitchen.page().evaluate(() => {
      const { on } = (
        window as unknown as { comanda: { on: Record<string, (listener: (p: unknown) => void) => void> } }
      ).comanda
      on['lock:asked']?.((payload) => Object.assign(window, { asked: payload }))
    })
    await closeWindow(kitchen)
    await expect.poll(() => kitchen.page().evaluate(() => Reflect.get(window, 'asked'))).toEqual({ purpose: 'quit' })
    await expect.poll(() => windowCount(kitchen)).toBe(1)
    const child = kitchen.app().process.process()
    child.kill('SIGTERM')
    await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
  })

  await test.step('a start with --reset-pin removes a lost PIN', async () => {
    await kitchen.open('--reset-pin')
    await expect(call(kitchen.page(), 'lock:status', null)).resolves.toMatchObject({
      value: { isSet: false, isOpen: true },
    })
    await expect(call(kitchen.page(), 'settings:change', { undoSeconds: 3 })).resolves.toMatchObject({ ok: true })
  })
})

import { expect, test } from '../world.ts'

const SLOW_POLL_SECONDS = 60

test.describe('with a minute between two polls', () => {
  test.use({ pollIntervalSeconds: SLOW_POLL_SECONDS })
  test('the program polls immediately after a resume', async ({ world }) => {
    const { app, page } = await world.open()
    await expect(page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
    const before = world.proxy.polls()
    await page.waitForTimeout(2_000)
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await expect.poll(() => world.proxy.polls(), { timeout: 10_000 }).toBeGreaterThan(before)
  })
})

test('the end of the session is written to the log before the listener returns', async ({ world }) => {
  const { app, page } = await world.open()
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  const listeners = await app.evaluate(({ powerMonitor }) => powerMonitor.listenerCount('shutdown'))
  expect(listeners).toBeGreaterThan(0)
  const ended = new Promise((done) => app.process().once('exit', done))
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('shutdown', { preventDefault: () => undefined })
  })
  await expect.poll(() => world.events()).toContain('session-ended')
  // On Windows the program must have begun to quit. On other systems a signal ends it.
  if (process.platform === 'win32') await ended
})

test('the program blocks the sleep of the display', async ({ world }) => {
  const { app } = await world.open()
  const isBlocked = await app.evaluate(({ powerSaveBlocker }) => [0, 1, 2].some((id) => powerSaveBlocker.isStarted(id)))
  expect(isBlocked).toBe(true)
})

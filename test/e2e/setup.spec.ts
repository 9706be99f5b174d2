import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETUP_LANGUAGES } from '../../renderer/setup/texts/setup-languages.ts'
import { printFigure } from '../fixtures/figures.ts'
import { expect, type SetupWorld, test } from './setup-world.ts'

const BOUND_S = 60

test('the first practice order is shown after the launch, with touches only', { tag: '@gate' }, async ({ world }) => {
  const { platform } = world
  const startedAt = performance.now()
  const waiting = platform.place()
  await world.open()
  await world.expectStep('language')
  await world.chooseLanguage('en')
  await world.enterAddress(platform.apiUrl)
  await expect(world.wizard().getByTestId('masked-address')).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/\*\*\*\/od\/v2$/)
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', 'none')
  await expect(report.locator('[data-waiting="1"]')).toBeVisible()
  // From here on the kitchen works: the waiting order appears above the step.
  await expect(world.wizard().getByTestId('orders-above')).toBeVisible()
  await world.press('next')
  await world.expectStep('screen')
  const preview = world.wizard().getByTestId('screen-preview')
  await expect(preview.locator('[data-order-id]')).toBeVisible()
  const before = await preview.locator('[data-order-id]').boundingBox()
  await world.touch(world.wizard().locator('label.choice-option', { hasText: '3 m' }))
  await expect(async () => {
    const after = await preview.locator('[data-order-id]').boundingBox()
    expect(after?.height ?? 0).toBeGreaterThan(before?.height ?? 0)
  }).toPass()
  await world.touch(world.wizard().locator('label.choice-option', { hasText: '0.8 m' }))
  await world.press('next')
  await world.expectStep('sound')
  await world.press('play')
  await world.press('heard')
  await world.press('next')
  await world.expectStep('practice')
  const card = world.wizard().locator('[data-order-id]')
  await expect(card).toHaveAttribute('data-status', 'CREATED')
  await expect(world.wizard().locator('.wizard-banner')).toHaveText('PRACTICE')
  await world.touch(card.locator('button[data-action="confirm"]'))
  await expect(card).toHaveAttribute('data-status', 'CONFIRMED')
  printFigure('launch → first practice order', (performance.now() - startedAt) / 1_000, 's', BOUND_S)
  await world.press('next')
  await world.declinePin(SETUP_LANGUAGES.en.pin)
  await expect(world.wizard().getByTestId('summary').locator('[data-state="passed"]')).toHaveCount(3)
  await world.press('open-board')
  await expect(world.wizard()).toBeHidden()

  // The events of the test poll arrived again, because the test neither acknowledged nor stored them.
  await expect(world.page().locator(`[data-order-id="${waiting.id}"]`)).toHaveCount(1)
  expect(platform.requestLog.violations()).toEqual([])
  expect(platform.orders().map(({ id }) => id)).toEqual([waiting.id])
  await world.close()
  await world.open()
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  await expect(world.wizard()).toHaveCount(0)
})

test('no data of a failed test or of the practice is in the queue, on the board or in the log', async ({ world }) => {
  const { platform } = world
  platform.place()
  await world.open()
  await world.chooseLanguage('es')
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, 'canary-wrong-secret')
  await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'credentials-refused')
  await expect(world.wizard().locator('input[name="client-secret"]')).toHaveCount(0)
  await world.press('change-credentials')
  await expect(world.wizard().locator('input[name="client-secret"]')).toHaveValue('')
  expect(platform.requestLog.entries().some(({ route }) => route === 'acknowledgment')).toBe(false)
  await expect.poll(() => world.page().content()).not.toContain('canary-wrong-secret')
  const hash = new URL(platform.apiUrl).pathname.split('/')[1] ?? ''
  await expect.poll(() => world.page().content()).not.toContain(hash)
  await world.close()
  const logs = join(world.profile, 'logs')
  const log = readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('')
  expect(log).toContain('connection-tested')
  expect(log).not.toContain('canary-wrong-secret')
  expect(log).not.toContain(hash)
})

test('a restart of the set-up continues at its last step, and a PIN that was chosen in the set-up guards the settings', async ({
  world,
}) => {
  const { platform } = world
  const words = SETUP_LANGUAGES.en
  await test.step('a restart continues at the step that was reached, and only the keychain contains the secret', async () => {
    await world.open()
    await world.chooseLanguage('en')
    await world.enterAddress(platform.apiUrl)
    await world.close()
    await world.open()
    await world.expectStep('connection')
    await expect(world.wizard().locator('input[name="address"]')).toHaveValue('')
    await world.enterAddress(platform.apiUrl)
    await world.enterCredentials(platform.clientId, platform.clientSecret)
    await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
    await expect(world.wizard().locator('[data-client-ids="by-app"]')).toHaveText(words.test.clientIds['by-app'])
    await world.press('next')
    await world.expectStep('screen')
    await world.close()
    await world.open()
    await world.expectStep('screen')
    await world.press('back')
    await expect(world.wizard().locator('[data-kept-in="keychain"]')).toBeVisible()
    await expect(world.wizard().getByTestId('masked-address')).toHaveText(/\*\*\*/)
  })

  await test.step('a PIN that was chosen in the set-up needs no secret, and guards the settings from then on', async () => {
    const keys = async (digits: string): Promise<void> => {
      for (const key of [...digits, 'enter']) await world.touch(`[data-pin-key="${key}"]`)
    }
    for (const step of ['screen', 'sound', 'practice', 'pin'] as const) {
      await world.press('next')
      await world.expectStep(step)
    }
    await world.press('choose-pin')
    await keys('4071')
    await expect(world.wizard().getByTestId('pin-change')).toHaveAttribute('data-step', 'again')
    await keys('4071')
    await expect(world.wizard().locator('[data-pin="set"]')).toHaveText(words.pin.isSet)
    await expect(world.wizard().locator('[data-wizard="no-pin"]')).toHaveCount(0)
    await world.press('next')
    await world.expectStep('done')
    await expect(world.wizard().getByTestId('summary')).toContainText(words.done.pinSet)
    await world.press('open-board')
    await world.close()
    await world.open()
    await world.touch('[data-testid="open-settings"]')
    await expect(world.page().getByTestId('pin-pad')).toBeVisible()
    await expect(world.page().getByTestId('settings-dialog')).toHaveCount(0)
  })
})

test.describe('two establishments with one credential', () => {
  const OTHER = { clientId: 'renewed', clientSecret: 'canary-renewed', merchantIds: ['loja-1', 'loja-2'] }
  test.use({
    platformOptions: {
      otherCredentials: [OTHER],
      merchants: [
        { id: 'loja-1', name: 'Cantina da Esquina' },
        { id: 'loja-2', name: 'Pizzaria do Largo' },
      ],
    },
  })
  test('each ticket names its establishment, and a change of the credentials does not change the board and its taps', async ({
    world,
  }) => {
    const { platform } = world
    const order = platform.place({ merchantId: 'loja-1' })
    platform.place({ merchantId: 'loja-2', startsAs: 'PREPARING' })
    await world.open()
    await world.chooseLanguage('pt-BR')
    await world.enterAddress(platform.apiUrl)
    await world.enterCredentials(platform.clientId, platform.clientSecret)
    await expect(world.wizard().getByTestId('orders-above')).toBeVisible()
    await world.press('next')
    await world.expectStep('screen')
    await world.press('close')
    const card = world.page().locator(`[data-order-id="${order.id}"]`)
    await expect(card).toHaveAttribute('data-status', 'CREATED')
    await expect(world.page().locator('main')).toContainText('Pizzaria do Largo')
    // A new order is a card. Its whole ticket shows the establishment.
    await world.touch(card.locator('button[data-command="open"]'))
    await expect(world.page().getByTestId('opened-ticket')).toContainText('Cantina da Esquina')
    await world.touch('[data-testid="opened-ticket"] button[data-command="close"]')

    await platform.beginOutage()
    await world.touch(card.locator('button[data-action="confirm"]'))
    await expect(card.locator('[data-truth]')).toHaveAttribute('data-truth', 'queued')

    // The next call uses the new credentials.
    await world.touch('[data-testid="open-settings"]')
    await world.touch('[data-testid="open-setup"]')
    await world.touch(world.wizard().locator('button[data-step="connection"]'))
    await world.press('change')
    await world.enterAddress(platform.apiUrl)
    // The tap waits for the new credentials, for any time.
    const refusing = platform.fault({ routes: ['confirm'], effect: { kind: 'status', status: 503 } })
    await platform.endOutage()
    await world.enterCredentials(OTHER.clientId, OTHER.clientSecret)
    await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
    await expect(world.wizard().locator('button[data-wizard="next"]')).toBeEnabled()
    refusing.clear()
    await world.press('close')
    await expect(card).toHaveAttribute('data-status', 'CONFIRMED', { timeout: 40_000 })
    const [confirm] = platform.requestLog.postsFor(order.id, 'confirm').filter(({ status }) => status === 202)
    expect(confirm?.clientId).toBe(OTHER.clientId)
    expect(platform.requestLog.appliedFor(order.id, 'confirm')).toHaveLength(1)
  })
})

/** Buttons of the set-up's head and foot and of the practice order that need scrolling. */
const outOfReach = (world: SetupWorld): Promise<readonly string[]> =>
  world
    .wizard()
    .locator('.wizard-head button, .wizard-foot button, .wizard-frame .act-primary')
    .evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const isThere = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        return isThere && button.contains(hit) ? [] : [button.textContent || (button.getAttribute('aria-label') ?? '?')]
      }),
    )

test('each step can be left on a low screen and on an upright one, and the last step offers a start with the computer', async ({
  world,
}) => {
  const { platform, profile } = world
  platform.place()
  await world.open()
  await world.process().evaluate(({ app }) => {
    // Only a package offers the choices, and this is the build.
    Object.defineProperty(app, 'isPackaged', { get: () => true })
    // As for a user without a session: there is no service manager.
    process.env.XDG_RUNTIME_DIR = '/nonexistent'
    process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent'
  })
  const words = SETUP_LANGUAGES['pt-BR']
  await world.chooseLanguage('pt-BR')
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  // From here on the order appears above the step and takes some of its space.
  await expect(world.wizard().getByTestId('orders-above')).toBeVisible()
  await world.press('next')
  await world.expectStep('screen')
  await world.press('next')
  await test.step('the button to the next step can be touched on a low screen and on an upright one', async () => {
    for (const [width, height] of [
      [1366, 768],
      [1024, 600],
      [768, 1024],
    ] as const) {
      await world.page().setViewportSize({ width, height })
      await world.expectStep('sound')
      await expect.poll(() => outOfReach(world)).toEqual([])
      await world.press('next')
      await expect(world.wizard().locator('.wizard-frame .act-primary')).toHaveCount(1)
      await expect.poll(() => outOfReach(world)).toEqual([])
      await world.press('back')
    }
  })

  await test.step('the last step offers a start with the computer, and shows where this is impossible', async () => {
    await world.press('next')
    await world.expectStep('practice')
    await world.press('next')
    await world.declinePin(words.pin)
    const state = world.wizard().locator('[data-watchdog]')
    await expect(state).toHaveText(words.unattended.watchdog.ready)
    const chosen = (): Promise<readonly string[]> =>
      world
        .wizard()
        .locator('[data-testid="unattended"] input:checked')
        .evaluateAll((inputs) => inputs.map((input) => (input instanceof HTMLInputElement ? input.value : '')))
    await expect.poll(() => chosen()).toEqual(['off', 'off'])
    const choose = (part: string) => world.touch(world.wizard().locator(`[data-part="${part}"] label`).last())
    await choose('restarts-after-failure')
    await expect.poll(chosen).toEqual(['off', 'on'])
    await expect(state).toHaveText(words.unattended.watchdog['no-service'])
    await choose('starts-with-computer')
    await expect.poll(() => existsSync(join(profile, 'config', 'autostart', 'comanda.desktop'))).toBe(true)
    await expect.poll(chosen).toEqual(['on', 'on'])
  })
})

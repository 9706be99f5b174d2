import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FEATURE_TEXTS } from '../fixtures/feature-texts.ts'
import { expect, test } from './setup-world.ts'

/** In a new shop accepting starts the preparation: the first status can be gone before it is looked at. */
const ACCEPTED = /^(?:CONFIRMED|PREPARING)$/

const ADDRESSES = [
  ['https://', 'not-an-address'],
  ['http://orders.example.test/hash/od/v2', 'insecure'],
  ['https://me:secret@orders.example.test/hash/od/v2', 'has-credentials'],
  ['https://orders.example.test/od/v2', 'hash-missing'],
] as const

/** The most touches from the first start to the first accepted order. */
const MOST_TOUCHES = 12

test('the set-up leads to the first practice order and to the first accepted order, with 12 touches at the most', {
  tag: '@gate',
}, async ({ world }) => {
  const { platform } = world
  const waiting = platform.place()
  await world.open()
  await world.page().evaluate(() => {
    const count = { touches: 0 }
    Object.assign(window, { count })
    addEventListener('touchstart', () => count.touches++, { capture: true })
  })
  const touches = () => world.page().evaluate(() => Reflect.get(window, 'count').touches)
  await world.expectStep('welcome')
  await world.press('next')
  await world.expectStep('platform')
  const three = [`Client secret: ${platform.clientSecret}`, `ID: ${platform.clientId}`, `URL: ${platform.apiUrl}`]
  await world.paste('paste-all', three.join('\n'))
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', 'none')
  await expect(report.locator('[data-waiting="1"]')).toBeVisible()
  await expect(report.getByTestId('shop')).toHaveText('Cantina da Esquina')
  await expect(world.wizard().locator('input[name="address"]')).toHaveValue(
    /^http:\/\/127\.0\.0\.1:\d+\/\*\*\*\/od\/v2$/,
  )
  await expect(world.wizard().locator('input[name="client-secret"]')).toHaveValue('')
  await world.press('next')
  await world.expectStep('screen')
  // From here on the kitchen works: the waiting order appears above the step.
  await expect(world.wizard().getByTestId('orders-above')).toBeVisible()
  const preview = world.wizard().getByTestId('screen-preview').locator('.ticket')
  await expect(preview).toBeVisible()
  const before = await preview.boundingBox()
  const steps = world.wizard().locator('[data-setting="readingDistanceCm"] button')
  // Each step begins at the value that the one before has stored.
  const distance = world.wizard().locator('[data-setting="readingDistanceCm"] output')
  for (const words of ['1,5 m', '2 m', '3 m']) {
    await steps.last().click()
    await expect(distance).toHaveText(words)
  }
  await expect(async () => {
    const after = await preview.boundingBox()
    expect(after?.height ?? 0).toBeGreaterThan(before?.height ?? 0)
  }).toPass()
  for (const words of ['2 m', '1,5 m', '1 m', '0,8 m']) {
    await steps.first().click()
    await expect(distance).toHaveText(words)
  }
  await world.press('next')
  await world.expectStep('sound')
  await world.press('play')
  await world.press('heard')
  const card = world.wizard().locator('[data-order-id]')
  await expect(card).toHaveAttribute('data-status', 'CREATED')
  await expect(world.wizard().locator('.wizard-banner')).toHaveText('TREINO')
  await world.touch(card.locator('button[data-action="confirm"]'))
  // As in this shop, accepting starts the preparation.
  await expect(card).toHaveAttribute('data-status', 'PREPARING')
  await expect(world.wizard().getByTestId('practice')).toHaveAttribute('data-stage', 'cooking')
  await world.press('next')
  await world.expectStep('access')
  await expect(world.wizard().locator('[data-pin="open"]')).toContainText(FEATURE_TEXTS['pt-BR'].wizard.pin.none)
  await expect(world.wizard().getByTestId('summary')).toHaveCount(0)
  await world.press('open-board')
  await expect(world.wizard()).toBeHidden()

  // The events of the test poll arrived again, because the test neither acknowledged nor stored them.
  const first = world.page().locator(`[data-order-id="${waiting.id}"]`)
  await expect(first).toHaveCount(1)
  await world.touch(first.locator('button[data-action="confirm"]'))
  await expect(first).toHaveAttribute('data-status', ACCEPTED, { timeout: 60_000 })
  expect(await touches()).toBeLessThanOrEqual(MOST_TOUCHES)
  expect(platform.requestLog.violations()).toEqual([])
  expect(platform.orders().map(({ id }) => id)).toEqual([waiting.id])
  await world.close()
  await world.open()
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
  await expect(world.wizard()).toHaveCount(0)
})

test('wrong addresses, a refused secret and a failing network are explained; no data of a failed test is on the page or in the log', async ({
  world,
}) => {
  const { platform } = world
  platform.place()
  await world.open()
  await world.chooseLanguage('es')
  const words = FEATURE_TEXTS.es.wizard
  const faultAt = (field: string) =>
    world
      .wizard()
      .locator('.field', { has: world.page().locator(`input[name="${field}"]`) })
      .getByRole('alert')
  await world.press('test')
  await expect(faultAt('address')).toHaveText(words.address.fault.empty)
  await expect(faultAt('client-id')).toHaveText(words.platform.missing)
  for (const [entered, fault] of ADDRESSES) {
    await world.enterAddress(entered)
    await expect(faultAt('address')).toHaveText(words.address.fault[fault])
  }
  await world.enterAddress(platform.apiUrl)
  await expect(faultAt('address')).toHaveCount(0)
  await platform.beginOutage()
  await world.enterCredentials(platform.clientId, 'canary-wrong-secret')
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', 'unreachable')
  await expect(report.getByRole('alert')).toContainText(words.fault.unreachable)
  await expect(report.getByRole('alert')).toContainText(words.remedy.unreachable)
  await platform.endOutage()
  await world.press('again')
  await expect(report).toHaveAttribute('data-fault', 'credentials-refused')
  await expect(faultAt('client-secret')).toHaveText(words.fault['credentials-refused'])
  await expect(report).toContainText(words.remedy['credentials-refused'])
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
  const words = FEATURE_TEXTS.en.wizard
  await test.step('a restart continues at the step that was reached, and only the keychain contains the secret', async () => {
    await world.open()
    await world.chooseLanguage('en')
    await world.enterAddress(platform.apiUrl)
    await world.close()
    await world.open()
    await world.expectStep('platform')
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
    await world.press('next')
    await world.expectStep('screen')
    await world.press('next')
    await world.expectStep('sound')
    // The alarm is skipped, and then the order.
    await world.press('next')
    await world.wizard().getByTestId('practice').waitFor()
    await world.press('next')
    await world.expectStep('access')
    await expect(world.wizard().getByTestId('summary').locator('li')).toHaveCount(2)
    await world.press('choose-pin')
    await keys('4071')
    await expect(world.wizard().getByTestId('pin-change')).toHaveAttribute('data-step', 'again')
    await keys('4071')
    await expect(world.wizard().locator('[data-pin="set"]')).toContainText(words.pin.isSet)
    await world.press('open-board')
    await expect(world.wizard()).toBeHidden()
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
    await world.connect()
    await world.expectStep('screen')
    await expect(world.wizard().getByTestId('orders-above')).toBeVisible()
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
    await world.touch('[data-section="platforms"]')
    await world.touch('[data-testid="open-setup"]')
    await world.touch(world.wizard().locator('button[data-step="platform"]'))
    await world.press('change')
    await world.enterAddress(platform.apiUrl)
    // The tap waits for the new credentials, for any time.
    const refusing = platform.fault({ routes: ['confirm'], effect: { kind: 'status', status: 503 } })
    await platform.endOutage()
    await world.enterCredentials(OTHER.clientId, OTHER.clientSecret)
    await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
    await world.press('next')
    await world.expectStep('screen')
    // An attempt that had begun with the old credentials has ended when one with the new ones is there.
    const attempts = () => platform.requestLog.postsFor(order.id, 'confirm').map(({ clientId }) => clientId)
    await expect.poll(attempts, { timeout: 60_000 }).toContain(OTHER.clientId)
    refusing.clear()
    await world.press('close')
    await expect(card).toHaveAttribute('data-status', ACCEPTED, { timeout: 60_000 })
    const [confirm] = platform.requestLog.postsFor(order.id, 'confirm').filter(({ status }) => status === 202)
    expect(confirm?.clientId).toBe(OTHER.clientId)
    expect(platform.requestLog.appliedFor(order.id, 'confirm')).toHaveLength(1)
  })
})

import { join } from 'node:path'
import { processTreeOf } from '../fixtures/process-tree.ts'
import { type Canaries, foundIn, foundInFiles, foundInProcesses, heapOf } from './canary-scan.ts'
import { exportDiagnostics, recordPushes, type ScannedBridge, watchTokens } from './canary-watch.ts'
import { expect, type SetupWorld, test } from './setup-world.ts'

const CANARIES = {
  /** A secret that is typed and that the platform refuses. */
  typed: 'CanaryTyped-3Hn8sQ5yRbWd',
  /** The right secret. It is pasted and stored. */
  secret: 'CanaryPasted-6Gv4cZ1pXkJf',
  hash: 'canarysetup9b2e7d4a61',
} as const

/** A text that the page holds during the scan of its memory. */
const HELD = 'CanaryHeld-8Tm2vD6wNqLs'

test.use({ platformOptions: { clientSecret: CANARIES.secret, hash: CANARIES.hash } })

/** Types into the field, key by key. */
async function typeInto(world: SetupWorld, field: string, text: string): Promise<void> {
  await world.touch(world.wizard().locator(`input[name="${field}"]`))
  await world.page().keyboard.type(text)
  await expect(world.wizard().locator(`input[name="${field}"]`)).toHaveValue(text)
}

const answersTo = (world: SetupWorld): Promise<string> =>
  world.page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as ScannedBridge
    const asked = ['board:snapshot', 'queue:list', 'webhook:status', 'lock:status', 'setup:status', 'setup:paste']
    const answers = await Promise.all(asked.map((channel) => call[channel]?.(null)))
    const malformed = await call['setup:test']?.({ credentials: { clientId: 'x', secret: 'y' } })
    return JSON.stringify([Reflect.get(window, 'messages'), answers, malformed])
  })

/** Types a wrong secret and shows it once, then pastes the right one, and completes the set-up. */
async function setUp(world: SetupWorld): Promise<void> {
  await world.chooseLanguage('en')
  await typeInto(world, 'address', world.platform.apiUrl)
  await typeInto(world, 'client-id', world.platform.clientId)
  await expect(world.wizard().locator('input[name="address"]')).toHaveValue(/\*\*\*/)
  await typeInto(world, 'client-secret', CANARIES.typed)
  // The field is left: the three are tested.
  await world.press('reveal-client-secret')
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', 'credentials-refused')
  // The page deletes the secret when the test begins, not at the end of the set-up.
  await expect.poll(async () => foundIn(await heapOf(world.process(), world.page()), CANARIES)).toEqual([])
  await world.paste('paste-client-secret', CANARIES.secret)
  await expect(report).toHaveAttribute('data-fault', 'none')
  await world.press('next')
  await world.expectStep('screen')
  await world.press('close')
  await expect(world.wizard()).toBeHidden()
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
}

test('a secret that was typed or pasted in the set-up is afterwards only in the keychain', async ({ world }) => {
  const { profile, platform } = world
  const watch = watchTokens()
  const { id: orderId } = platform.place()
  await world.open()
  const printed: Buffer[] = []
  const { stdout, stderr } = world.process().process()
  for (const stream of [stdout, stderr]) stream?.on('data', (bytes: Buffer) => printed.push(Buffer.from(bytes)))
  await recordPushes(world.page())
  await world.expectStep('welcome')
  await setUp(world)
  await expect(world.page().locator(`[data-order-id="${orderId}"]`)).toBeVisible()
  const secrets: Canaries = {
    ...CANARIES,
    ...Object.fromEntries([...watch.tokens].map((token, index) => [`token ${index}`, token])),
  }
  expect(watch.tokens.size).toBeGreaterThanOrEqual(1)
  // The scan finds a text that the page holds, so it can detect others.
  await world.page().evaluate((text) => void Object.assign(window, { held: { text } }), HELD)
  const heap = await heapOf(world.process(), world.page())
  expect(foundIn(heap, { ...secrets, orderId, held: HELD })).toEqual(['orderId', 'held'])
  await expect.poll(async () => foundIn(Buffer.from(await world.page().content()), secrets)).toEqual([])
  await expect.poll(async () => foundIn(Buffer.from(await answersTo(world)), secrets)).toEqual([])

  await world
    .process()
    .evaluate(
      (_electron, text) => void Promise.reject(new Error(`net::ERR_FAILED at https://x/${text}`)),
      `${CANARIES.hash}/od/v2?${CANARIES.typed}&${CANARIES.secret}`,
    )
  const app = { process: world.process(), page: world.page() }
  const support = await exportDiagnostics(app, join(profile, 'report.json'))
  expect(foundIn(support, { ...secrets, kind: 'comanda-diagnostics' })).toEqual(['kind'])

  const family = processTreeOf(world.process().process().pid ?? 0)
  expect(foundInProcesses(family, { folder: profile }).length).toBeGreaterThan(0)
  expect(foundInProcesses(family, secrets)).toEqual([])
  expect(foundInFiles(profile, secrets)).toEqual([])
  await world.close()
  expect(foundIn(Buffer.concat(printed), secrets)).toEqual([])
  expect(foundInFiles(profile, secrets)).toEqual([])
  expect(foundInFiles(profile, { orderId })).not.toEqual([])
  watch.end()
})

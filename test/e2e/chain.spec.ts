import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { createKitchenSecrets } from '../../relay/kitchens/kitchen-secrets.ts'
import { createKitchens } from '../../relay/kitchens/kitchens.ts'
import { startRelay } from '../../relay/relay.ts'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import { tapAction } from '../fixtures/board-harness/touches.ts'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { startPostgres } from '../fixtures/postgres.ts'
import { relayConfig, UPSTREAM } from '../relay/test-relay.ts'
import { electronProgram, expect, ROOT, test } from './kitchen.ts'

const SHOPS = [
  { id: 'centro', name: 'Loja Centro' },
  { id: 'praia', name: 'Loja Praia' },
  { id: 'serra', name: 'Loja Serra' },
] as const
const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }
const LAUNCH_LIMIT_MS = 60_000

/** The built app on a new profile, with the credentials that the relay has issued. */
async function openApp(profile: string, credentials: object): Promise<{ process: ElectronApplication; page: Page }> {
  const provision = join(profile, 'provision.json')
  const settings = { pollIntervalSeconds: 1, undoSeconds: 0, confirmStartsPreparation: false }
  writeFileSync(provision, JSON.stringify({ ...credentials, settings }))
  const program = electronProgram()
  const process = await _electron.launch({
    executablePath: program.executable,
    args: [...program.switches, ROOT, `--user-data-dir=${profile}`, `--provision=${provision}`],
    cwd: ROOT,
    env: { ...globalThis.process.env, XDG_CONFIG_HOME: join(profile, 'config') },
    timeout: LAUNCH_LIMIT_MS,
  })
  const page = await firstBoardWindow(process)
  await page.locator('main').waitFor()
  return { process, page }
}

test('in a chain of three kitchens with one credential each kitchen shows only its own order, and its taps are confirmed', async () => {
  await using stack = new AsyncDisposableStack()
  const platform = await startRecordedPlatform({ merchants: SHOPS })
  stack.defer(() => platform.close())
  const postgres = stack.use(await startPostgres())
  const config = relayConfig(postgres.url, platform)
  const relay = await startRelay(config, { log: NO_LOG })
  stack.defer(() => relay.stop())
  const administration = createKitchens(relay.db, createKitchenSecrets(config.masterKey))

  const pages = new Map<string, Page>()
  for (const { id, name } of SHOPS) {
    const issued = await administration.add('test', { name, upstream: UPSTREAM, establishments: [id] })
    const profile = mkdtempSync(join(tmpdir(), 'comanda-chain-'))
    stack.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
    const app = await openApp(profile, { apiUrl: `http://127.0.0.1:${relay.port}${config.path}`, ...issued })
    stack.defer(() => app.process.close())
    pages.set(id, app.page)
  }

  const orders = SHOPS.map(({ id }) => platform.place({ merchantId: id, orderType: 'TAKEOUT' }))
  for (const { id, merchantId } of orders) {
    const page = pages.get(merchantId)
    if (page === undefined) throw new Error('a shop has no window')
    const card = page.locator(`[data-order-id="${id}"]`)
    await expect(card).toHaveAttribute('data-status', 'CREATED')
    await expect(page.locator('[data-order-id]')).toHaveCount(1)
    for (const [action, status] of [
      ['confirm', 'CONFIRMED'],
      ['preparing', 'PREPARING'],
      ['ready-for-pickup', 'READY'],
    ] as const) {
      await tapAction(page, id, action)
      await expect(card.locator('[data-truth]')).toHaveAttribute('data-truth', 'confirmed')
      await expect(card).toHaveAttribute('data-status', status)
    }
    await expect(page.locator('[data-testid="freshness"]')).toHaveAttribute('data-state', 'fresh')
  }
  expect(platform.orders().map(({ status }) => status)).toEqual(['READY', 'READY', 'READY'])
  await expect.poll(() => platform.model.pending(platform.clientId)).toEqual([])
  expect(platform.requestLog.violations()).toEqual([])
})

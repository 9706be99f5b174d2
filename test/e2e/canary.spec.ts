import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { processTreeOf } from '../fixtures/process-tree.ts'
import { type Canaries, foundIn, foundInFiles, foundInProcesses, heapOf } from './canary-scan.ts'
import { exportDiagnostics, recordPushes, type ScannedBridge, watchTokens } from './canary-watch.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

const SECRET = 'CanarySecret-7Kq2wX9vLmTz'
const HASH = 'canaryhash5f0c7e1d9b'
const CUSTOMER = {
  documentNumber: '93541134780',
  email: 'canary.bird@example.com',
  phone: '11987651234',
  postalCode: '05422-977',
}
const NAME = 'Canaria Passarinho'
/** A fixed port, because the setting does not permit port 0. */
const PORT = 20_000 + (process.pid % 10_000)

test.use({
  platformOptions: { clientSecret: SECRET, hash: HASH, cancellation: { answer: 'accept', delayMs: 200 } },
  settings: { pollIntervalSeconds: 1, undoSeconds: 0, webhook: { enabled: true, port: PORT } },
})

const ORDER = {
  customer: {
    id: 'c1',
    name: NAME,
    phone: { number: CUSTOMER.phone, extension: '12' },
    documentNumber: CUSTOMER.documentNumber,
    email: CUSTOMER.email,
    ordersCountOnMerchant: 3,
  },
}

/** All messages to the page, and the answers to all calls that change nothing. */
const messagesTo = (page: Page, orderId: string): Promise<string> =>
  page.evaluate(async (id) => {
    const { call } = Reflect.get(window, 'comanda') as ScannedBridge
    const asked = ['board:snapshot', 'queue:list', 'webhook:status', 'lock:status', 'setup:status']
    const answers = await Promise.all(asked.map((channel) => call[channel]?.(null)))
    const timeline = await call['order:timeline']?.({ orderId: id })
    const malformed = await call['settings:change']?.({ clientSecret: 'x' })
    return JSON.stringify([Reflect.get(window, 'messages'), answers, timeline, malformed])
  }, orderId)

/** Causes messages, writes and error reports of every kind. */
async function causeMessages(kitchen: KitchenApp): Promise<string> {
  const { platform } = kitchen
  const { id } = platform.place({ orderType: 'DELIVERY', order: ORDER })
  for (const [action, status] of [
    ['confirm', 'CONFIRMED'],
    ['preparing', 'PREPARING'],
    ['ready-for-pickup', 'READY'],
  ] as const) {
    await kitchen.tap(id, action)
    await kitchen.expectStatus(id, status)
  }
  platform.poisonEvent('missing-id')
  platform.fault({ routes: ['read'], effect: { kind: 'status', status: 500 }, times: 2 })
  platform.place({ order: ORDER, rawBody: { email: CUSTOMER.email, customer: CUSTOMER } })
  platform.revokeTokens()
  await fetch(`http://127.0.0.1:${PORT}/webhook/events`, { method: 'POST', body: '{}' })
  await platform.beginOutage('reset')
  await expect(kitchen.page().getByTestId('freshness')).not.toHaveAttribute('data-state', 'fresh')
  await platform.endOutage()
  const later = platform.place({ orderType: 'TAKEOUT', order: ORDER }).id
  await kitchen.tap(later, 'confirm')
  await kitchen.expectTapStatus(later, 'confirmed')
  await kitchen
    .app()
    .process.evaluate(
      (_electron, text) => void Promise.reject(new Error(`net::ERR_FAILED at https://x/${text}`)),
      `${HASH}/od/v2?${SECRET}`,
    )
  return id
}

test('no file, message or process contains a secret or customer data that a kitchen does not need', async ({
  kitchen,
}) => {
  const { profile } = kitchen
  const watch = watchTokens()
  await kitchen.open()
  await recordPushes(kitchen.page())
  const orderId = await causeMessages(kitchen)
  const secrets: Canaries = {
    secret: SECRET,
    hash: HASH,
    ...Object.fromEntries([...watch.tokens].map((token, index) => [`token ${index}`, token])),
  }
  const everything: Canaries = { ...secrets, ...CUSTOMER }
  // The scan finds texts that are permitted there, so it can detect the others.
  expect(watch.tokens.size).toBeGreaterThanOrEqual(2)
  expect(foundInFiles(profile, { name: NAME, orderId }).join()).toMatch(/name[\s\S]*orderId|orderId[\s\S]*name/)

  const report = await exportDiagnostics(kitchen.app(), join(profile, 'report.json'))
  expect(foundIn(report, { orderLine: 'comanda-diagnostics' })).toEqual(['orderLine'])
  expect(foundIn(report, { ...everything, name: NAME })).toEqual([])

  const { pid = 0 } = kitchen.app().process.process()
  const family = processTreeOf(pid)
  expect(family.length).toBeGreaterThan(2)
  expect(foundInProcesses(family, { folder: profile }).length).toBeGreaterThan(0)
  expect(foundInProcesses(family, everything)).toEqual([])

  const messages = Buffer.from(await messagesTo(kitchen.page(), orderId))
  expect(foundIn(messages, { name: NAME })).toEqual(['name'])
  expect(foundIn(messages, everything)).toEqual([])

  const heap = await heapOf(kitchen.app().process, kitchen.page())
  expect(foundIn(heap, { orderId })).toEqual(['orderId'])
  expect(foundIn(heap, everything)).toEqual([])

  const kept = await kitchen.page().evaluate(async () => ({
    local: JSON.stringify(localStorage),
    others: [sessionStorage.length, document.cookie, (await indexedDB.databases()).length],
  }))
  // The window stores only the places of its tickets, by order id.
  expect(kept.others).toEqual([0, '', 0])
  expect(foundIn(Buffer.from(kept.local), { ...everything, name: NAME })).toEqual([])

  expect(foundInFiles(profile, everything)).toEqual([])
  await kitchen.close()
  expect(foundInFiles(profile, everything)).toEqual([])
  expect(foundInFiles(join(profile, 'logs'), { name: NAME })).toEqual([])
  watch.end()
})

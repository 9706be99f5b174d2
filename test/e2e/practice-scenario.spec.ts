import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { ACCEPT_WITHIN_MINUTES, type ScenarioName } from '../../shared/contract/practice.ts'
import { FEATURE_TEXTS } from '../fixtures/feature-texts.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

const WORDS = FEATURE_TEXTS['pt-BR'].practice
const ORDER_TABLES = ['orders', 'events', 'taps', 'timeline', 'struck_lines']

function query(profile: string, sql: string, ...values: readonly string[]): readonly unknown[] {
  const ledger = new Database(join(profile, 'ledger.db'), { readonly: true })
  try {
    return ledger
      .prepare(sql)
      .raw()
      .all(...values)
  } finally {
    ledger.close()
  }
}

/**
 * Taps, marks and settings of staff. The program itself changes the rest of the ledger: polls, acknowledgments, times
 * of display.
 */
const doneInLedger = (profile: string): unknown => [
  query(profile, "SELECT value FROM facts WHERE name = 'settings'"),
  query(profile, 'SELECT * FROM taps'),
  query(profile, 'SELECT * FROM struck_lines'),
  ORDER_TABLES.map((table) => query(profile, `SELECT DISTINCT order_id FROM ${table}`)),
]

/** The databases of the real kitchen on the disk. */
const bytesOf = (profile: string): string =>
  readdirSync(profile)
    .filter((name) => /^(ledger|cache)\.db/.test(name))
    .map((name) => readFileSync(join(profile, name), 'latin1'))
    .join('')

const practiceFolders = (profile: string): readonly string[] =>
  readdirSync(profile).filter((name) => name.startsWith('practice-'))

async function openPractice(page: Page): Promise<Locator> {
  await page.getByTestId('open-settings').click()
  await page.locator('[data-section="practice"]').click()
  return page.getByTestId('settings-section')
}

async function begin(page: Page, name: ScenarioName): Promise<void> {
  const section = await openPractice(page)
  await section.locator(`[data-scenario="${name}"] [data-practice="begin"]`).click()
}

const notice = (page: Page): Locator => page.getByTestId('practice-notice')

/** The first practice order that the board shows. */
async function inventedOrder({ page }: Pick<KitchenApp, 'page'>): Promise<string> {
  const order = page().locator('main [data-order-id][data-status="CREATED"]').first()
  await order.waitFor()
  return (await order.getAttribute('data-order-id')) ?? ''
}

test('a scenario is practised, scored and deleted; the real kitchen stores and sends no data of it', async ({
  kitchen,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  const page = kitchen.page()
  const known = doneInLedger(kitchen.profile)

  // One real order is open: the first touch shows this, the second one begins the practice.
  await begin(page, 'first-shift')
  const scenario = page.locator('[data-scenario="first-shift"]')
  await expect(scenario).toContainText(WORDS.open)
  expect(practiceFolders(kitchen.profile)).toEqual([])
  await scenario.locator('[data-practice="confirm"]').click()

  await expect(notice(page)).toBeVisible()
  await expect(page.locator('.practice-left')).toHaveText(/^Termina em [0-5]:\d\d$/)
  expect(practiceFolders(kitchen.profile)).toHaveLength(1)
  await expect(kitchen.card(id)).toHaveCount(0)
  const invented = await inventedOrder(kitchen)
  await kitchen.tap(invented, 'confirm')
  await kitchen.expectTapStatus(invented, 'confirmed')
  await kitchen.expectStatus(invented, 'CONFIRMED')
  await page.locator('[data-practice="end"]').click()

  const sheet = page.getByTestId('score-sheet')
  await expect(sheet).toHaveAttribute('data-ending', 'stopped')
  await expect(sheet.locator('[data-figure="accepted"]')).toContainText(
    WORDS.accepted.replace('{{minutes}}', String(ACCEPT_WITHIN_MINUTES)),
  )
  await expect(sheet.locator('[data-figure="accepted"] dd')).toHaveText('1 de 1')
  await expect(sheet.locator('[data-figure="cooked"] dd')).toHaveText('0')
  await page.locator('[data-practice="back"]').click()

  await expect(kitchen.card(id)).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(kitchen.card(invented)).toHaveCount(0)
  await expect.poll(() => practiceFolders(kitchen.profile)).toEqual([])
  expect(doneInLedger(kitchen.profile)).toEqual(known)
  expect(bytesOf(kitchen.profile)).toContain(id)
  expect(bytesOf(kitchen.profile)).not.toContain(invented)
  const asked = kitchen.platform.requestLog
    .entries()
    .flatMap(({ action, orderId }) => (orderId ? [{ action, orderId }] : []))
  expect(asked.filter(({ action }) => action !== undefined)).toEqual([{ action: 'confirm', orderId: id }])
  expect(asked.filter(({ orderId }) => orderId !== id)).toEqual([])
  const section = await openPractice(page)
  await expect(section.getByTestId('last-practice')).toContainText(WORDS.scenario.name['first-shift'])
})

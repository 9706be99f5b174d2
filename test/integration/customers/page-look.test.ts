import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CustomersAnswer, type PageServer, startPageServer } from '../../../electron/customers/page-server.ts'
import { launchChromium } from '../../fixtures/headless-chromium.ts'

const TOKEN = 'k7pm-3qxt-9wfa-b2rn'

let browser: Browser
let server: PageServer
let shown: readonly string[] = []
let about: Omit<CustomersAnswer, 'preparing' | 'ready'>
beforeAll(async () => {
  browser = await launchChromium()
  server = await startPageServer({
    token: TOKEN,
    host: '127.0.0.1',
    port: 0,
    answer: () => ({ preparing: shown, ready: shown, ...about }),
    locale: () => 'pt-BR',
    monotonicNow: () => performance.now(),
  })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 1080, height: 1920 },
]

it.each([
  [1, '4801'],
  [24, '480101234567'],
  [40, '48010'],
  [60, '4801'],
])('%i orders with ids like %s are completely visible, in two columns, on every size of screen', async (count, id) => {
  shown = Array.from({ length: count }, () => id)
  about = {
    shop: 'Cantina da Praça do Mercado Central de São Paulo',
    newest: id,
    time: '7:42 PM',
    ageMs: 90_000,
    isLate: true,
  }
  for (const viewport of SIZES) {
    const page = await browser.newPage({ viewport })
    await page.goto(`http://127.0.0.1:${server.port}/${TOKEN}`)
    await page.locator('#ready li').first().waitFor()
    const wrong = () =>
      page.evaluate(() => {
        const found: string[] = []
        for (const column of document.querySelectorAll('section')) {
          const edge = column.getBoundingClientRect()
          const more = column.querySelector('.more')?.getBoundingClientRect()
          const floor = more === undefined || more.height === 0 ? edge.bottom : more.top
          for (const item of column.querySelectorAll('li')) {
            const range = document.createRange()
            range.selectNodeContents(item)
            const text = range.getBoundingClientRect()
            const box = item.getBoundingClientRect()
            if (text.width > box.width) found.push(`${item.textContent} is cut`)
            if (box.bottom > floor || box.right > edge.right) found.push(`${item.textContent} leaves its column`)
          }
        }
        const foot = [...document.querySelectorAll('footer > span, .more')].filter((one) => one.textContent !== '')
        for (const [index, part] of foot.entries()) {
          const box = part.getBoundingClientRect()
          for (const other of foot.slice(index + 1)) {
            const next = other.getBoundingClientRect()
            const meets =
              box.left < next.right && next.left < box.right && box.top < next.bottom && next.top < box.bottom
            if (meets) found.push(`${part.textContent} covers ${other.textContent}`)
          }
        }
        return found
      })
    await expect.poll(wrong).toEqual([])
    await expect.poll(() => page.locator('#ready li').count()).toBe(Math.min(count, 40))
    await page.close()
  }
})

it('the shop, the time and the newest ready order are marked; without an answer the page shows no time', async () => {
  shown = ['4801', '4802']
  about = { shop: 'Cantina', newest: '4802', time: '19:42', ageMs: 1_000, isLate: false }
  const page = await browser.newPage()
  await page.clock.install()
  await page.goto(`http://127.0.0.1:${server.port}/${TOKEN}`)
  await expect.poll(() => page.locator('#ready .newest').allTextContents()).toEqual(['4802'])
  await expect.poll(() => page.locator('footer > span').allTextContents()).toEqual(['Cantina', '', '19:42'])
  await page.route('**/orders', (route) => route.abort())
  await page.clock.runFor(60_000)
  await expect.poll(() => page.locator('#time').textContent()).toBe('')
  await expect.poll(() => page.locator('#age').textContent()).toMatch(/^Atualizado há/)
})

import { describe, expect, it } from 'vitest'
import { faultsIn } from '../../../scripts/lint/browser-tests.ts'

const READERS = `
const places = () => page.locator('article').boundingBox()
const steps = async () => (await calls('order:act')).length
const tapUnderFinger = () => page.evaluate(() => document.querySelector('button').click())
`
const faultsOf = (statements: string) =>
  faultsIn(`${READERS}it('x', async () => {\n${statements}\n})`, true).map(({ fault }) => fault)

describe('in a browser test', () => {
  it.each([
    ["expect(await calls('order:act')).toEqual([])", 'does not wait'],
    ['expect(await page.title()).toBe("a")', 'does not wait'],
    ['expect((await places()).x, "words").toBe(1)', 'does not wait'],
    ['await expect(page.locator("b").count()).resolves.toBe(1)', 'reads the page once'],
    ['await expect(places()).resolves.toBe(1)', 'reads the page once'],
    ['const count = await page.locator("b").count()\nexpect(count).toBe(1)', 'was read before'],
    ['const count = await steps()\nexpect(count).toBe(1)', 'was read before'],
    ['const { x } = await places()\nconst end = x + 1\nexpect(end).toBe(1)', 'was read before'],
    ['const [one] = await page.evaluate(read)\nfor (const id of ids) expect(one).toBe(id)', 'was read before'],
    ['const all = await page.evaluate(read)\nfor (const { x } of all) expect(x).toBe(1)', 'was read before'],
    ['await page.waitForTimeout(300)', 'A pause'],
  ])('%s is refused', (statements, fault) => {
    expect(faultsOf(statements)).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    "await expect.poll(() => calls('order:act')).toEqual([])",
    'await expect.poll(async () => (await places()).x, { message: "words" }).toBe(1)',
    'const before = await places()\nawait expect.poll(places).toEqual(before)',
    'await eventually(async () => {\nconst { x } = await places()\nexpect(x).toBe(1)\nexpect(await steps()).toBe(1)\n})',
    'const box = await eventually(async () => places())\nexpect(box).toBe(1)',
    'await expect(async () => {\nconst { x } = await places()\nexpect(x).toBe(1)\n}).toPass()',
    'const id = await first.getAttribute("id")\nawait expect(page.locator(id)).toBeVisible()',
    'await expect(call("lock:set")).resolves.toEqual({ ok: true })',
    'await expect(tapUnderFinger()).resolves.toBe("confirm")',
    'const answer = await call("lock:set")\nexpect(answer).toEqual({ ok: true })',
  ])('%s is permitted', (statements) => {
    expect(faultsOf(statements)).toEqual([])
  })
})

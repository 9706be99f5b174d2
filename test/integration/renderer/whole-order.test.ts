import { expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { brokenWords } from '../../fixtures/board-harness/geometry.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const TEXT = ['2 × Pizza', '  Borda: Cheddar', '  (-) Sem Cebola', '0.5 KG Picanha', 'Sem talheres'].join('\n')

async function openWhole(given: Parameters<typeof settingsWith>[0] = {}, text = TEXT) {
  const { page } = await board.open(
    snapshotOf([ticket('1', { status: 'PREPARING', moreLines: 160 })], { settings: settingsWith(given) }),
    { answers: { 'order:whole': { text, parts: 2 } } },
  )
  await page.locator('[data-command="open-whole"]').first().click()
  const dialog = page.getByTestId('whole-order')
  await dialog.locator('.whole-dish').first().waitFor()
  return { page, dialog }
}

it('a part of a whole order has dishes, options, removals and notes as on the ticket, and leads to the next part', async () => {
  const { dialog } = await openWhole()
  await expect.poll(() => dialog.locator('.whole-dish').allTextContents()).toEqual(['2× Pizza', '0,5 KG Picanha'])
  const kinds = () =>
    dialog.locator('.whole-part').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))
  await expect.poll(kinds).toEqual(['option', 'removal', 'note'])
  await dialog.locator('[data-command="next"]').click()
  await expect.poll(() => dialog.getByText('Parte 2 de 2').count()).toBe(1)
  await dialog.locator('[data-command="back"]').click()
  await expect.poll(() => dialog.count()).toBe(0)
})

it.each(LOCALES)('the page of a whole order fills the window below the header at any size, in %s', async (locale) => {
  const { page, dialog } = await openWhole({ locale })
  await atEachSize(page, BOARD_SIZES, async (size) => {
    await expect.poll(() => dialog.evaluate(brokenWords), { message: size }).toEqual([])
    const leaves = () =>
      dialog.evaluate((one) => {
        const { left, right, bottom } = one.getBoundingClientRect()
        return [left, innerWidth - right, innerHeight - bottom, one.scrollHeight - one.clientHeight].map(Math.round)
      })
    await expect.poll(leaves, { message: size }).toEqual([0, 0, 0, 0])
  })
})

it('every line of a part is in sight after scrolling down, and the names of dishes have one edge, at any size', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => [`${(at % 3) + 1} × Executivo ${at}`, '  Ponto: Ao ponto'])
  const { page, dialog } = await openWhole({}, lines.flat().join('\n'))
  await atEachSize(page, BOARD_SIZES, async (size) => {
    const beside = () =>
      dialog.locator('.whole-page > :first-child').evaluate((sheet) => {
        const { left, right } = sheet.getBoundingClientRect()
        return [...sheet.querySelectorAll('li')].filter((line) => {
          const box = line.getBoundingClientRect()
          return box.left < left || box.right > right + 1
        }).length
      })
    await expect.poll(beside, { message: size }).toBe(0)
    const edges = () =>
      dialog.locator('.whole-order').evaluate((list) => {
        const columns = Map.groupBy(list.querySelectorAll('li'), (line) =>
          Math.round(line.getBoundingClientRect().left),
        )
        const name = (line: Element) => Math.round(line.querySelector('bdi')?.getBoundingClientRect().left ?? 0)
        return [...columns.values()].map((own) => new Set(own.map(name)).size)
      })
    await expect.poll(edges, { message: size }).toSatisfy((all: readonly number[]) => all.every((one) => one === 1))
  })
})

it.each(AXE_BY_THEME)('axe finds no fault in a whole order in the $theme theme', async ({ theme, rules }) => {
  const { page } = await openWhole({ theme })
  await expect.poll(() => axeViolations(page, { rules })).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { faultsOfHeader, openFullHeader } from '../../fixtures/board-harness/full-header.ts'
import { pictureAnswers } from '../../fixtures/board-harness/picture-answers.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

describe.each(LOCALES)('the header, with everything that it can contain, in %s', (locale) => {
  it.each([true, false])(
    'is nowhere cut or covered at any size, with and without a connection; practice: %s',
    async (isPractice) => {
      const { page, faults, loseConnection } = await openFullHeader(board, locale, isPractice)
      const atAllSizes = () =>
        atEachSize(page, BOARD_SIZES, (size) => expect.poll(faults, { message: size }).toEqual([]))
      await atAllSizes()
      // A usual message, and the longest one, which a practice has not.
      const troubles = isPractice ? (['network'] as const) : (['network', 'kitchen-paused'] as const)
      for (const [index, trouble] of troubles.entries()) {
        await loseConnection(trouble, index)
        await atAllSizes()
      }
    },
  )

  it('is nowhere cut, covered or blank before the first contact and in a practice, at any size', async () => {
    const settings = settingsWith({ locale, setupStep: 'done' })
    const noContact = { state: 'stale', trouble: 'host-unknown' } as const
    const first = await board.open(snapshotOf([], { settings, freshness: noContact }), BOARD_SIZES[0])
    await first.page.locator('.header[data-cut]').waitFor()
    const practice = await board.open(snapshotOf([], { settings, soundTestedAt: EVENING }), {
      ...BOARD_SIZES[0],
      answers: pictureAnswers(settings),
    })
    await practice.page.getByTestId('open-settings').click()
    await practice.page.locator('[data-section="practice"]').click()
    await practice.page.locator('[data-practice="begin"]').first().click()
    await practice.page.locator('[data-order-id] .act-primary').first().waitFor()
    for (const { page } of [first, practice])
      await atEachSize(page, BOARD_SIZES, (size) =>
        expect.poll(() => page.evaluate(faultsOfHeader), { message: size }).toEqual([]),
      )
  })

  it('is nowhere cut or covered at the counter, at any size', async () => {
    const { page, faults, loseConnection } = await openFullHeader(board, locale, false, 'counter')
    await page.locator('.counter').waitFor()
    const atAllSizes = () => atEachSize(page, BOARD_SIZES, (size) => expect.poll(faults, { message: size }).toEqual([]))
    await atAllSizes()
    // Orders ring out of sight: their ids leave the row to what is wrong.
    for (const [index, trouble] of (['network', 'kitchen-paused'] as const).entries()) {
      await loseConnection(trouble, index)
      await atAllSizes()
    }
  })
})

import { expect, it } from 'vitest'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const FOUND = ['192.168.0.10', '192.168.0.11', '192.168.0.12'].map((address) => ({ name: 'Caixa', address }))

const board = boardForTests()

async function openForm(size: (typeof SIZES)[number]) {
  const snapshot = snapshotOf([], {
    settings: settingsWith({ setupStep: 'welcome' }),
    freshness: { state: 'setup', trouble: 'not-configured' },
    clock: { platformNow: EVENING, skewMs: 0 },
  })
  const answers = { 'setup:status': { state: 'empty' }, 'screens:find': { computers: FOUND } }
  const { page } = await board.open(snapshot, { ...size, touch: true, answers })
  await page.locator('[data-wizard="join-another"]').tap()
  await page.locator('[data-station]').last().waitFor()
  const outcome = page.locator('[data-outcome]')
  return {
    page,
    outcome,
    answer: (result: unknown) =>
      page.evaluate((value) => {
        window.harness.answers['screens:join'] = value
      }, result),
    connect: () => page.locator('[data-wizard="join"]').tap(),
    type: (field: string, text: string) => page.locator(`input[name="join-${field}"]`).fill(text),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('name')),
    calls: (name: string) =>
      page.evaluate(
        (wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args),
        name,
      ),
    /** Whether the whole answer is in the window and nothing covers it. */
    isInSight: async () => {
      await atRest(page)
      return outcome.evaluate((shown) => {
        const { left, top, width, height, bottom } = shown.getBoundingClientRect()
        const onTop = (y: number) => shown.contains(document.elementFromPoint(left + width / 2, y))
        return top >= 0 && bottom <= innerHeight && onTop(top + 2) && onTop(top + height - 2)
      })
    },
  }
}

it.each(SIZES)('joining shows each answer in sight, at the field that it concerns, at $width×$height', async (size) => {
  const { page, outcome, answer, connect, type, focused, calls, isInSight } = await openForm(size)
  const expectAnswer = async (code: string, words: string, field?: string): Promise<void> => {
    await expect.poll(() => outcome.getAttribute('data-outcome')).toBe(code)
    await expect.poll(() => outcome.textContent()).toContain(words)
    await expect.poll(isInSight).toBe(true)
    if (field !== undefined) await expect.poll(focused).toBe(`join-${field}`)
  }
  await connect()
  await expectAnswer('incomplete', 'endereço', 'address')
  await page.locator('[data-station]').first().tap()
  await connect()
  await expectAnswer('incomplete', 'código', 'code')
  await type('code', '111111')
  await connect()
  await expectAnswer('incomplete', 'nome', 'name')
  await expect.poll(() => calls('screens:join')).toEqual([])

  await type('name', 'Balcão')
  for (const [result, code, words, field] of [
    [{ ok: true, value: { outcome: 'wrong-code' } }, 'wrong-code', 'não confere', 'code'],
    [{ ok: true, value: { outcome: 'unreachable' } }, 'unreachable', 'Nada responde', 'address'],
    [{ ok: true, value: { outcome: 'list-full' } }, 'list-full', 'telas demais', undefined],
    [{ ok: false, code: 'storage', message: '' }, 'storage', '', undefined],
  ] as const) {
    await answer(result)
    await connect()
    await expectAnswer(code, words, field)
  }

  // The result stays until it is touched, and nothing of the set-up can be touched beside it.
  await page.locator('.wizard input[value="prep"]').tap()
  await answer({ ok: true, value: { outcome: 'joined' } })
  await connect()
  await page.getByTestId('joined').waitFor()
  await expect.poll(() => page.getByTestId('joined').textContent()).toContain('escolha a praça')
  await expect.poll(() => page.locator('.wizard button:visible').count()).toBe(1)
  await expect.poll(() => calls('screens:open-joined')).toEqual([])
  await page.locator('[data-wizard="open-joined"]').tap()
  await expect.poll(() => calls('screens:open-joined')).toEqual([null])
})

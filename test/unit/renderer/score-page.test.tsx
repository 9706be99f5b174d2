// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { PracticeReport } from '../../../shared/contract/contract.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const SHEET = {
  acceptedInTime: 5,
  toAccept: 6,
  stops: 0,
  cookedAfterStop: 0,
  advice: 'accept',
  grade: 'almost',
} as const
const BEST = { grade: 'good', acceptedInTime: 4, toAccept: 4 } as const

/** The page of the last practice in the settings. */
async function openLast(report: Omit<PracticeReport, 'name'>, locale: 'pt-BR' | 'en' | 'es' = 'pt-BR') {
  const last: PracticeReport = { ...report, name: 'first-shift' }
  const answers = { 'practice:results': { last, best: { 'lunch-rush': BEST } } }
  const opened = await openInDom(snapshotOf([ticket('1')], { settings: settingsWith({ locale }) }), answers)
  await opened.tap('@open-settings')
  await opened.tap('[data-section="practice"]')
  await opened.find('@last-practice')
  return opened
}

it.each([
  ['pt-BR', 'Quase', 'Aceite cada pedido novo assim que ele tocar', 'Melhor até agora: Bom, 4 de 4 aceitos a tempo'],
  ['en', 'Almost', 'Accept each new order as soon as it rings', 'Best so far: Good, 4 of 4 accepted in time'],
  ['es', 'Casi', 'Acepte cada pedido nuevo en cuanto suene', 'El mejor hasta ahora: Bien, 4 de 4 aceptados a tiempo'],
] as const)('%s: one word, what to do better, and the best so far', async (locale, grade, advice, best) => {
  const { words, find } = await openLast({ ending: 'over', sheet: SHEET, bestBefore: BEST }, locale)
  await find('@last-practice .score-grade', grade)
  expect(words('@last-practice .score-advice')).toContain(advice)
  expect(words('@last-practice [data-best]')).toBe(best)
  expect(words('[data-scenario="lunch-rush"] [data-best]')).toBe(best)
})

const GOOD = { ...SHEET, advice: 'good', grade: 'good', acceptedInTime: 6 } as const

it.each([
  ['over', 'this', 'Seu melhor treino até agora'],
  ['stopped', 'this', 'Seu melhor treino até agora'],
  ['interrupted', 'before', 'Melhor até agora: Bom, 4 de 4 aceitos a tempo'],
] as const)('a better practice that is %s: the best is %s', async (ending, which, text) => {
  const { words } = await openLast({ ending, sheet: GOOD, bestBefore: BEST })
  expect(words(`@last-practice [data-best="${which}"]`)).toBe(text)
})

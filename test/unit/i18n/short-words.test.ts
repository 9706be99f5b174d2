import { expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import { ORDER_ACTIONS } from '../../../shared/order/lifecycle.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'

/** The button in the head of a ticket is as wide as the widest of these words, in each language. */
const MOST_CHARACTERS = 9

it.each(LOCALES)('the words in the head of a ticket are short, and there is one for each action: %s', (locale) => {
  const { actionShort, action } = LANGUAGES[locale]
  expect(Object.keys(actionShort).toSorted()).toEqual(ORDER_ACTIONS.toSorted())
  const words = [...Object.values(actionShort), action.undo]
  expect(words.filter((word) => [...word].length > MOST_CHARACTERS || /\d/.test(word))).toEqual([])
})

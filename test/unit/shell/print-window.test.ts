import { expect, it } from 'vitest'
import { printWindowOptions } from '../../../electron/shell/print-window.ts'
import { STRICT_PREFERENCES } from './strict-preferences.ts'

it('the page to print has every preference stated, and no preload script', () => {
  const { webPreferences, show } = printWindowOptions()
  expect(show).toBe(false)
  expect(webPreferences).toEqual({
    partition: 'screen',
    ...STRICT_PREFERENCES,
  })
})

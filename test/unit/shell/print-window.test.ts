import { expect, it, vi } from 'vitest'
import { STRICT_PREFERENCES } from './strict-preferences.ts'

vi.mock('electron', () => ({ BrowserWindow: class {} }))

it('the page to print has every preference stated, and no preload script', async () => {
  const { printWindowOptions } = await import('../../../electron/shell/print-window.ts')
  const { webPreferences, show } = printWindowOptions()
  expect(show).toBe(false)
  expect(webPreferences).toEqual({
    partition: 'screen',
    ...STRICT_PREFERENCES,
  })
})

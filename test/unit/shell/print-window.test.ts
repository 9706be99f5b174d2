import { expect, it, vi } from 'vitest'
import { STRICT_PREFERENCES } from './strict-preferences.ts'

vi.mock('electron', () => ({ BrowserWindow: class {} }))

it('opens the page that is printed with every preference stated, and with no preload script', async () => {
  const { printWindowOptions } = await import('../../../electron/shell/print-window.ts')
  const { webPreferences, show } = printWindowOptions()
  expect(show).toBe(false)
  expect(webPreferences).toEqual({
    partition: 'screen',
    ...STRICT_PREFERENCES,
  })
})

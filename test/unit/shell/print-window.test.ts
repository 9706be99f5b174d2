import { expect, it, vi } from 'vitest'

vi.mock('electron', () => ({ BrowserWindow: class {} }))

it('opens the page that is printed with every preference stated, and with no preload script', async () => {
  const { printWindowOptions } = await import('../../../electron/shell/print-window.ts')
  const { webPreferences, show } = printWindowOptions()
  expect(show).toBe(false)
  expect(webPreferences).toEqual({
    partition: 'screen',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools: false,
    spellcheck: false,
    disableDialogs: true,
  })
})

import { describe, expect, it } from 'vitest'
import { refuseDangerousSwitches } from '../../../electron/shell/dangerous-switches.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

/** A start of an installed program that becomes ready only when the test calls `becomeReady`. */
function start(platform: NodeJS.Platform, switches: readonly string[], env: NodeJS.ProcessEnv = {}, isPackaged = true) {
  const ready = Promise.withResolvers<void>()
  const steps: string[] = []
  const refused = refuseDangerousSwitches({
    app: { isPackaged, whenReady: () => ready.promise, exit: (code) => void steps.push(`exit ${code}`) },
    dialog: { showErrorBox: (title, text) => void steps.push(`${title}: ${text.split('\n')[0]}`) },
    process: { argv: ['/opt/Comanda/comanda', ...switches], platform, env },
  })
  return { refused, steps, becomeReady: ready.resolve }
}

const APP_IMAGE = { APPIMAGE: '/home/loja/Comanda.AppImage' }

describe('a start with a dangerous switch', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('is refused at once on %s, and shows the reason', (platform) => {
    const { refused, steps } = start(platform, ['--no-sandbox'])
    expect(refused).toBe(true)
    expect(steps).toEqual(['Comanda: --no-sandbox', 'exit 1'])
  })

  it('shows the reason in a window when the start script of an AppImage added the switch', async () => {
    const { refused, steps, becomeReady } = start('linux', ['--no-sandbox', '--no-sandbox'], APP_IMAGE)
    expect(refused).toBe(true)
    expect(steps).toEqual([])
    becomeReady()
    await waitUntil(() => expect(steps).toEqual(['Comanda: --no-sandbox', 'exit 1']))
  })

  it('does not run on in an AppImage with any other switch', () => {
    expect(start('linux', ['--no-sandbox', '--remote-debugging-port=0'], APP_IMAGE).steps).toHaveLength(2)
  })

  it('is not refused under development, nor without such a switch', () => {
    expect(start('linux', ['--no-sandbox'], {}, false).refused).toBe(false)
    const { refused, steps } = start('linux', ['--practice'], APP_IMAGE)
    expect([refused, steps]).toEqual([false, []])
  })
})

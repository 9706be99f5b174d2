import { describe, expect, it } from 'vitest'
import { dangerousSwitches, refusalText, refuseDangerousSwitches } from '../../../electron/shell/dangerous-switches.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

describe('dangerousSwitches', () => {
  it.each([
    'remote-debugging-port=9222',
    'remote-debugging-pipe',
    'remote-debugging-address=0.0.0.0',
    'remote-allow-origins=*',
    'inspect',
    'inspect-brk=0',
    'js-flags=--expose-gc',
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list=x',
    'allow-insecure-localhost',
    'host-rules=MAP * 127.0.0.1',
    'host-resolver-rules=MAP * 127.0.0.1',
    'no-sandbox',
    'no-zygote-sandbox',
    'disable-setuid-sandbox',
    'disable-gpu-sandbox',
    'disable-namespace-sandbox',
    'single-process',
    'disable-web-security',
    'disable-site-isolation-trials',
    'allow-running-insecure-content',
    'unsafely-treat-insecure-origin-as-secure=http://x',
    'allow-file-access-from-files',
    'load-extension=/tmp/x',
    'enable-blink-features=X',
    'ssl-key-log-file=/tmp/keys',
    'log-net-log=/tmp/net.json',
    'renderer-cmd-prefix=xterm',
    'utility-cmd-prefix=gdb',
    'gpu-launcher=/tmp/x',
    'browser-subprocess-path=/tmp/x',
    'auth-server-allowlist=*',
  ])('detects --%s in every spelling', (argument) => {
    const [name] = argument.split('=')
    expect(dangerousSwitches([`--${argument}`], 'linux')).toEqual([name])
    expect(dangerousSwitches([`-${argument}`], 'linux')).toEqual([name])
    expect(dangerousSwitches([`/${argument.toUpperCase()}`], 'win32')).toEqual([name])
    expect(dangerousSwitches(['.', '--', `--${argument}`, `--${argument}`], 'darwin')).toEqual([name])
  })

  it('accepts every switch of the program, and those that change no protection', () => {
    const harmless = [
      '--user-data-dir=/tmp/no-sandbox',
      '--provision=/home/inspect/js-flags.json',
      '--practice',
      '--reset-pin',
      '--lang=pt-BR',
      '--disable-gpu',
      '--force-device-scale-factor=1.5',
      '--ozone-platform=wayland',
      '--enable-features=WaylandWindowDecorations',
      '--proxy-server=proxy.shop:3128',
      '-psn_0_12345',
      'no-sandbox',
    ]
    expect(dangerousSwitches(harmless, 'linux')).toEqual([])
    expect(dangerousSwitches(harmless, 'win32')).toEqual([])
    expect(dangerousSwitches(['/no-sandbox'], 'linux')).toEqual([])
  })
})

describe('the message of a refused start', () => {
  it('names the package to install when the start script of an AppImage added the switch', () => {
    const text = refusalText(['no-sandbox'], true)
    expect(text).toContain('--no-sandbox')
    expect(text.match(/\.deb/g)).toHaveLength(3)
  })
})

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

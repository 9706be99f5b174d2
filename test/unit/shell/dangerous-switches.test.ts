import { describe, expect, it } from 'vitest'
import { dangerousSwitches, refusalText } from '../../../electron/shell/dangerous-switches.ts'

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

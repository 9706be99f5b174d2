import { describe, expect, it } from 'vitest'
import { runApp } from './run-app.ts'

const BRIDGE = `
const { contextBridge, ipcRenderer } = require('electron')
globalThis.secret = 'isolated'
let kept
contextBridge.exposeInMainWorld('bridge', {
  value: { deep: { list: [1, 'two'] } },
  add: (a, b) => a + b,
  later: async (value) => ({ value }),
  fail: () => { throw new TypeError('no such dish') },
  failLater: async () => { throw new Error('kitchen closed') },
  call: (callback) => callback({ from: 'preload', when: new Date(0) }),
  keep: (callback) => { kept = callback },
  useKept: () => kept('again'),
  echo: (value) => value,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  onMessage: (listener) => ipcRenderer.on('message', (_event, ...args) => listener(...args)),
})
`
const inPage = (expression: string, main = ''): Promise<readonly unknown[]> =>
  runApp(
    `app.whenReady().then(async () => { serve(); ${main}
      const window = await open()
      report(await window.webContents.executeJavaScript(${JSON.stringify(expression)}).catch((error) => ({ thrown: error.message })))
      app.quit() })`,
    { 'preload.cjs': BRIDGE },
  ).then((outcome) => outcome.reports)

describe('preload isolation', () => {
  it('gives the page only the exposed object, and nothing else of the preload or of Node', async () => {
    const globals = [
      'require',
      'process',
      'module',
      'ipcRenderer',
      'secret',
      '__electronHostSend',
      '__electronHostReceive',
    ]
    const reports = await inPage(
      `[typeof bridge, ...${JSON.stringify(globals)}.map((name) => typeof globalThis[name])]`,
    )
    expect(reports[0]).toEqual(['object', ...globals.map(() => 'undefined')])
  })

  it('copies and freezes the exposed object, with the prototypes of the page', async () => {
    const reports = await inPage(`(() => {
      bridge.value.deep.list.push = () => 0
      try { bridge.add = 1 } catch {}
      const other = bridge.echo.constructor
      return {
        frozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.value.deep),
        add: bridge.add(1, 2),
        sameWorld: bridge.value instanceof Object && other === Function,
        reached: other('return typeof secret')(),
        replaced: Reflect.defineProperty(window, 'bridge', { value: 1 }),
      }
    })()`)
    expect(reports[0]).toEqual({ frozen: true, add: 3, sameWorld: true, reached: 'undefined', replaced: false })
  })

  it('runs before the scripts of the page, and not in its frames', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve()
        const window = await open()
        report(await window.webContents.executeJavaScript('[early, frames[0].early]')); app.quit() })`,
      {
        'preload.cjs': BRIDGE,
        'index.html': '<script>window.early = typeof bridge</script><iframe src="frame.html"></iframe>',
        'frame.html': '<script>window.early = typeof bridge</script>',
      },
    )
    expect(reports[0]).toEqual(['object', 'undefined'])
  })

  it('offers no Node module to the preload', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = create()
        window.webContents.on('preload-error', (_event, path, error) => report([path.endsWith('preload.cjs'), error.message]))
        await window.loadURL('app://kitchen/index.html'); app.quit() })`,
      { 'preload.cjs': `require('node:fs')` },
    )
    expect(reports[0]).toEqual([true, 'module not found: node:fs'])
  })

  it('reports a preload that cannot be parsed', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = create()
        window.webContents.on('preload-error', (_event, _path, error) => report(error.name))
        await window.loadURL('app://kitchen/index.html'); app.quit() })`,
      { 'preload.cjs': 'const = 1' },
    )
    expect(reports[0]).toBe('SyntaxError')
  })
})

describe('contextBridge', () => {
  it('passes values, promises and callbacks in both directions', async () => {
    const reports = await inPage(`(async () => {
      const seen = []
      bridge.call((value) => seen.push(value.from, value.when instanceof Date))
      bridge.keep((word) => 'kept ' + word)
      const kinds = bridge.echo({ map: new Map([[1, 2]]), bytes: new Uint8Array([1, 2]), none: undefined, nan: NaN, big: 5n })
      return {
        sum: bridge.add(2, 3), later: (await bridge.later(7)).value, seen, kept: bridge.useKept(),
        kinds: [kinds.map.get(1), kinds.bytes.length, 'none' in kinds, Number.isNaN(kinds.nan), typeof kinds.big],
      }
    })()`)
    expect(reports[0]).toEqual({
      sum: 5,
      later: 7,
      seen: ['preload', true],
      kept: 'kept again',
      kinds: [2, 2, true, true, 'bigint'],
    })
  })

  it('passes thrown and rejected errors', async () => {
    const reports = await inPage(`(async () => {
      const caught = []
      try { bridge.fail() } catch (error) { caught.push(error instanceof Error, error.message) }
      await bridge.failLater().catch((error) => caught.push(error instanceof Error, error.message))
      return caught
    })()`)
    expect(reports[0]).toEqual([true, 'no such dish', true, 'kitchen closed'])
  })

  it('throws for an object that cannot be cloned', async () => {
    const reports = await inPage(
      `(() => { try { bridge.echo(document.body) } catch (error) { return error.message } })()`,
    )
    expect(reports[0]).toBe('An object could not be cloned.')
  })
})

describe('ipc', () => {
  it('invokes handlers with structured data and the sender', async () => {
    const reports = await inPage(
      `bridge.invoke('order', { at: new Date(5), set: new Set([1]), list: [undefined, Infinity] }).then((r) => r.at.getTime() + ' ' + r.set.has(1) + ' ' + r.list.length)`,
      `ipcMain.handle('order', (event, order) => { report([event.senderFrame.url, event.senderFrame.origin, event.senderFrame.parent, event.senderFrame === event.sender.mainFrame, order.at instanceof Date]); return order })`,
    )
    expect(reports).toEqual([['app://kitchen/index.html', 'app://kitchen', null, true, true], '5 true 2'])
  })

  it('rejects in the window with the same errors as Electron', async () => {
    const reports = await inPage(
      `Promise.allSettled([bridge.invoke('broken'), bridge.invoke('missing'), bridge.invoke('odd'), bridge.invoke('odder')]).then((all) => all.map((one) => one.reason.message))`,
      `ipcMain.handle('broken', () => { throw new RangeError('too hot') }); ipcMain.handle('odd', () => () => 1); ipcMain.handle('odder', () => ({ held: new WeakMap() }))`,
    )
    expect(reports[0]).toEqual([
      "Error invoking remote method 'broken': RangeError: too hot",
      "Error invoking remote method 'missing': Error: No handler registered for 'missing'",
      'An object could not be cloned.',
      'An object could not be cloned.',
    ])
  })

  it('sends in both directions in order, and throws for functions', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = await open()
        ipcMain.on('got', (event, ...numbers) => { report(numbers); app.quit() })
        await window.webContents.executeJavaScript('all = []; bridge.onMessage((n) => { all.push(n); if (n === 3) bridge.send("got", ...all) }); 0')
        for (const n of [1, 2, 3]) window.webContents.send('message', n)
        try { window.webContents.send('message', () => 1) } catch (error) { report(error.message) } })`,
      { 'preload.cjs': BRIDGE },
    )
    expect(reports).toEqual(['An object could not be cloned.', [1, 2, 3]])
  })
})

import { describe, expect, it } from 'vitest'
import { runApp, startApp, temporaryFolder, writeApp } from './run-app.ts'

describe('windows and quitting', () => {
  it('emits close before a window closes, and keeps the window when close is prevented', async () => {
    const { reports, code } = await runApp(`app.whenReady().then(async () => { serve(); const window = await open()
      window.once('close', (event) => event.preventDefault())
      window.close(); await sleep(100); report(window.isDestroyed())
      window.on('closed', () => report('closed'))
      app.on('window-all-closed', () => { report([window.isDestroyed(), BrowserWindow.getAllWindows().length]); app.exit(3) })
      window.close() })`)
    expect(reports).toEqual([false, 'closed', [true, 0]])
    expect(code).toBe(3)
  })

  it('emits the events of a quit with an open window in the order of Electron, without window-all-closed', async () => {
    const { reports, code } = await runApp(`
      for (const name of ['before-quit', 'window-all-closed', 'will-quit', 'quit']) app.on(name, (_event, exitCode) => report([name, exitCode]))
      app.whenReady().then(async () => { serve(); const window = await open()
        window.on('close', () => report('close')); window.on('closed', () => report('closed')); app.quit() })`)
    expect(reports).toEqual([['before-quit', null], 'close', 'closed', ['will-quit', null], ['quit', 0]])
    expect(code).toBe(0)
  })

  it('continues to run when before-quit or close is prevented, and quits at the next call', async () => {
    const { reports } = await runApp(`app.whenReady().then(async () => { serve(); const window = await open()
      app.once('before-quit', (event) => event.preventDefault()); app.quit(); await sleep(100); report(window.isDestroyed())
      window.once('close', (event) => event.preventDefault()); app.quit(); await sleep(100); report(window.isDestroyed())
      app.on('will-quit', () => report('will-quit')); app.quit() })`)
    expect(reports).toEqual([false, false, 'will-quit'])
  })

  it('quits when the page closes the last window and window-all-closed has no listener', async () => {
    const { code } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = await open(); window.webContents.executeJavaScript('window.close()').catch(() => {}) })`,
    )
    expect(code).toBe(0)
  })

  it('quits on SIGTERM', async () => {
    const running = startApp([
      writeApp(
        `app.on('will-quit', () => report('will-quit')); app.whenReady().then(async () => { serve(); await open(); report('up') })`,
      ),
    ])
    await running.nextReport()
    running.process.kill('SIGTERM')
    expect(await running.nextReport()).toBe('will-quit')
    expect(await running.ended).toMatchObject({ code: 0, signal: null })
  })
})

describe('the end of the program', () => {
  it('comes at once, without an event, when exit is called before the message loop runs', async () => {
    const before = await runApp(`app.on('quit', () => report('quit')); app.exit(3); report('after')`)
    expect([before.code, before.reports]).toEqual([3, []])
    const atReady = await runApp(
      `app.on('quit', () => report('quit')); app.whenReady().then(() => { app.exit(4); report('after') })`,
    )
    expect([atReady.code, atReady.reports]).toEqual([4, []])
  })

  it('comes after the running code, and the app does not become ready, when quit is called before it is', async () => {
    const { code, reports } = await runApp(
      `app.on('quit', () => report('quit')); app.whenReady().then(() => report('ready')); app.quit(); report('after')`,
    )
    expect([code, reports]).toEqual([0, ['quit', 'after']])
  })

  it('has the code of an exit in a listener of quit, which is called once', async () => {
    const { code, reports } = await runApp(
      `app.on('quit', (_event, code) => { report(code); app.exit(5) })
       app.whenReady().then(async () => { await sleep(50); app.quit(); report('after') })`,
    )
    expect([code, reports]).toEqual([5, [0, 'after']])
  })
})

describe('errors in main', () => {
  it('prints an uncaught error and exits with code 1', async () => {
    const { code, stderr } = await runApp(`setTimeout(() => { throw new Error('pan on fire') }, 50)`)
    expect(stderr).toMatch(/Uncaught Exception:\nError: pan on fire/)
    expect(code).toBe(1)
  })

  it('prints an error during the load of main and exits with code 1', async () => {
    const { code, stderr } = await runApp(`throw new Error('no stove')`)
    expect(stderr).toMatch(/Uncaught Exception:\nError: no stove/)
    expect(code).toBe(1)
  })

  it('leaves the error to the app when the app has a listener for it', async () => {
    const { code, reports } = await runApp(
      `process.on('uncaughtException', (error) => { report(error.message); app.exit(7) }); setTimeout(() => { throw new Error('mine') }, 50)`,
    )
    expect(reports).toEqual(['mine'])
    expect(code).toBe(7)
  })
})

describe('an API that the host lacks', () => {
  it.each([
    ['app.dock', 'app.dock'],
    ['electron.desktopCapturer', 'electron.desktopCapturer'],
    ['electron.safeStorage.encryptString("x")', 'safeStorage.encryptString'],
    ['electron.shell.readShortcutLink("x")', 'shell.readShortcutLink'],
    ['BrowserWindow.addExtension', 'BrowserWindow.addExtension'],
    ['window.setVibrancy("x")', 'BrowserWindow.setVibrancy'],
    ['window.webContents.startDrag({})', 'webContents.startDrag'],
    ['session.defaultSession.cookies', 'session.cookies'],
    ['window.on("swipe", () => {})', "BrowserWindow.on('swipe')"],
    ['create({ webPreferences: { nodeIntegration: true } })', 'webPreferences.nodeIntegration'],
  ])('throws an error with its name: %s', async (expression, name) => {
    const { reports } = await runApp(`app.whenReady().then(() => { const window = create()
      try { ${expression}; report('passed') } catch (error) { report(error.message) }
      app.exit() })`)
    expect(reports).toEqual([`electron-host: ${name} is not implemented`])
  })

  it('throws an error with its name also in a preload', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = create()
        window.webContents.on('preload-error', (_event, _path, error) => report(error.message))
        await window.loadURL('app://kitchen/index.html'); app.quit() })`,
      { 'preload.cjs': `require('electron').webFrame` },
    )
    expect(reports).toEqual(['electron-host: electron (in a preload).webFrame is not implemented'])
  })
})

describe('single instance', () => {
  const APP = `
    if (!app.requestSingleInstanceLock({ table: 4 })) { report('second'); app.exit(9) }
    else {
      app.on('second-instance', (_event, argv, cwd, data) => report([argv.includes('--hello'), cwd === process.cwd(), data]))
      app.whenReady().then(() => report('first'))
    }`

  it('gives the lock to one process per folder and passes it the command line of the next process', async () => {
    const app = writeApp(APP)
    const folder = `--user-data-dir=${temporaryFolder()}`
    const first = startApp([app, folder])
    expect(await first.nextReport()).toBe('first')
    const second = startApp([app, folder, '--hello'])
    expect(await second.nextReport()).toBe('second')
    expect(await second.ended).toMatchObject({ code: 9 })
    expect(await first.nextReport()).toEqual([true, true, { table: 4 }])
    const elsewhere = startApp([app])
    expect(await elsewhere.nextReport()).toBe('first')
  })

  it('gives the lock to the next process after its holder was killed', async () => {
    const app = writeApp(APP)
    const folder = `--user-data-dir=${temporaryFolder()}`
    const first = startApp([app, folder])
    await first.nextReport()
    first.process.kill('SIGKILL')
    await first.ended
    expect(await startApp([app, folder]).nextReport()).toBe('first')
  })
})

describe('a renderer that crashes', () => {
  it('is reported with its reason, and reload loads the page and its preload again', async () => {
    const { reports } = await runApp(
      `app.on('render-process-gone', (_event, contents, details) => report(['app', contents.id, details.reason]))
       app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
        const gone = new Promise((done) => contents.on('render-process-gone', (_event, details) => done(details.reason)))
        contents.forcefullyCrashRenderer(); report([await gone, contents.isCrashed()])
        const loaded = new Promise((done) => contents.once('did-finish-load', done))
        contents.reload(); await loaded
        report([contents.isCrashed(), await contents.executeJavaScript('[document.title, typeof bridge]')]); app.quit() })`,
      { 'preload.cjs': `require('electron').contextBridge.exposeInMainWorld('bridge', {})` },
    )
    expect(reports).toEqual([
      ['app', 1, 'crashed'],
      ['crashed', true],
      [false, ['fixture', 'object']],
    ])
  })
})

describe('a page that hangs', () => {
  it('is reported as unresponsive, its renderer can be ended, and the listener can load the page again', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
        contents.on('unresponsive', () => { report('unresponsive'); contents.forcefullyCrashRenderer() })
        contents.on('render-process-gone', () => { report('gone'); contents.loadURL('app://kitchen/index.html').then(async () => { report(await contents.executeJavaScript('document.title')); app.quit() }, (error) => report(error.message)) })
        contents.executeJavaScript('setTimeout(() => { for (;;); }, 50); 0').catch(() => {}) })`,
      {},
      [],
      { ELECTRON_HOST_HANG_SECONDS: '2' },
    )
    expect(reports).toEqual(['unresponsive', 'gone', 'fixture'])
  })
})

describe('relaunch', () => {
  it('starts the same command line again after the first process has ended', async () => {
    const { stdout, code } = await runApp(
      `app.whenReady().then(() => {
      if (process.env.AGAIN) { report(process.argv.includes('--hello')); app.quit(); return }
      process.env.AGAIN = '1'; app.relaunch(); app.exit(1) })`,
      {},
      ['--hello'],
    )
    expect(code).toBe(1)
    expect(stdout).toContain('REPORT true')
  })
})

describe('a destroyed object', () => {
  it('throws the same error as in Electron, except for isDestroyed', async () => {
    const { reports } =
      await runApp(`app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
      app.on('window-all-closed', () => {})
      window.on('closed', () => setImmediate(() => {
        for (const use of [() => window.show(), () => window.loadURL('app://kitchen/x'), () => contents.getURL(), () => contents.send('x')])
          try { use(); report('passed') } catch (error) { report(error.message) }
        report([window.isDestroyed(), contents.isDestroyed()]); app.exit() }))
      window.close() })`)
    expect(reports).toEqual([...Array(4).fill('Object has been destroyed'), [true, true]])
  })

  it('receives later messages after a listener of ipcMain has thrown', async () => {
    const { reports } = await runApp(
      `process.on('uncaughtException', (error) => report(error.message))
       ipcMain.on('bad', () => { throw new Error('bad listener') }); ipcMain.on('good', () => { report('good'); app.quit() })
       app.whenReady().then(async () => { serve(); await open() })`,
      {
        'preload.cjs': `const { ipcRenderer } = require('electron'); ipcRenderer.send('bad'); ipcRenderer.send('good')`,
      },
    )
    expect(reports).toContain('bad listener')
    expect(reports).toContain('good')
  })
})

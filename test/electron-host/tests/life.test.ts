import { describe, expect, it } from 'vitest'
import { runApp, startApp, temporaryFolder, writeApp } from './run-app.ts'

describe('windows and quitting', () => {
  it('asks before a window closes, and keeps it when prevented', async () => {
    const { said, code } = await runApp(`app.whenReady().then(async () => { serve(); const window = await open()
      window.once('close', (event) => event.preventDefault())
      window.close(); await sleep(100); say(window.isDestroyed())
      window.on('closed', () => say('closed'))
      app.on('window-all-closed', () => { say([window.isDestroyed(), BrowserWindow.getAllWindows().length]); app.exit(3) })
      window.close() })`)
    expect(said).toEqual([false, 'closed', [true, 0]])
    expect(code).toBe(3)
  })

  it('quits in the order of Electron with a window open, without window-all-closed', async () => {
    const { said, code } = await runApp(`
      for (const name of ['before-quit', 'window-all-closed', 'will-quit', 'quit']) app.on(name, (_event, exitCode) => say([name, exitCode]))
      app.whenReady().then(async () => { serve(); const window = await open()
        window.on('close', () => say('close')); window.on('closed', () => say('closed')); app.quit() })`)
    expect(said).toEqual([['before-quit', null], 'close', 'closed', ['will-quit', null], ['quit', 0]])
    expect(code).toBe(0)
  })

  it('keeps running when before-quit or a close is prevented, and quits the next time', async () => {
    const { said } = await runApp(`app.whenReady().then(async () => { serve(); const window = await open()
      app.once('before-quit', (event) => event.preventDefault()); app.quit(); await sleep(100); say(window.isDestroyed())
      window.once('close', (event) => event.preventDefault()); app.quit(); await sleep(100); say(window.isDestroyed())
      app.on('will-quit', () => say('will-quit')); app.quit() })`)
    expect(said).toEqual([false, false, 'will-quit'])
  })

  it('quits when the last window closes and window-all-closed has no listener, also by window.close of the page', async () => {
    const { code } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = await open(); window.webContents.executeJavaScript('window.close()').catch(() => {}) })`,
    )
    expect(code).toBe(0)
  })

  it('quits on SIGTERM', async () => {
    const running = startApp([
      writeApp(
        `app.on('will-quit', () => say('will-quit')); app.whenReady().then(async () => { serve(); await open(); say('up') })`,
      ),
    ])
    await running.next()
    running.process.kill('SIGTERM')
    expect(await running.next()).toBe('will-quit')
    expect(await running.ended).toMatchObject({ code: 0, signal: null })
  })
})

describe('errors in main', () => {
  it('prints an uncaught error and ends with a failure', async () => {
    const { code, stderr } = await runApp(`setTimeout(() => { throw new Error('pan on fire') }, 50)`)
    expect(stderr).toMatch(/Uncaught Exception:\nError: pan on fire/)
    expect(code).toBe(1)
  })

  it('treats an error during the load of main in the same way', async () => {
    const { code, stderr } = await runApp(`throw new Error('no stove')`)
    expect(stderr).toMatch(/Uncaught Exception:\nError: no stove/)
    expect(code).toBe(1)
  })

  it('leaves the error to the app when the app listens for it', async () => {
    const { code, said } = await runApp(
      `process.on('uncaughtException', (error) => { say(error.message); app.exit(7) }); setTimeout(() => { throw new Error('mine') }, 50)`,
    )
    expect(said).toEqual(['mine'])
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
    const { said } = await runApp(`app.whenReady().then(() => { const window = create()
      try { ${expression}; say('passed') } catch (error) { say(error.message) }
      app.exit() })`)
    expect(said).toEqual([`electron-host: ${name} is not implemented`])
  })

  it('throws an error with its name also in a preload', async () => {
    const { said } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = create()
        window.webContents.on('preload-error', (_event, _path, error) => say(error.message))
        await window.loadURL('app://kitchen/index.html'); app.quit() })`,
      { 'preload.cjs': `require('electron').webFrame` },
    )
    expect(said).toEqual(['electron-host: electron (in a preload).webFrame is not implemented'])
  })
})

describe('single instance', () => {
  const APP = `
    if (!app.requestSingleInstanceLock({ table: 4 })) { say('second'); app.exit(9) }
    else {
      app.on('second-instance', (_event, argv, cwd, data) => say([argv.includes('--hello'), cwd === process.cwd(), data]))
      app.whenReady().then(() => say('first'))
    }`

  it('gives the lock to one process per folder and passes it the command line of the next process', async () => {
    const app = writeApp(APP)
    const folder = `--user-data-dir=${temporaryFolder()}`
    const first = startApp([app, folder])
    expect(await first.next()).toBe('first')
    const second = startApp([app, folder, '--hello'])
    expect(await second.next()).toBe('second')
    expect(await second.ended).toMatchObject({ code: 9 })
    expect(await first.next()).toEqual([true, true, { table: 4 }])
    const elsewhere = startApp([app])
    expect(await elsewhere.next()).toBe('first')
  })

  it('gives the lock to the next process when its holder was killed', async () => {
    const app = writeApp(APP)
    const folder = `--user-data-dir=${temporaryFolder()}`
    const first = startApp([app, folder])
    await first.next()
    first.process.kill('SIGKILL')
    await first.ended
    expect(await startApp([app, folder]).next()).toBe('first')
  })
})

describe('a renderer that crashes', () => {
  it('is reported with its reason, and reload brings the page back with its preload', async () => {
    const { said } = await runApp(
      `app.on('render-process-gone', (_event, contents, details) => say(['app', contents.id, details.reason]))
       app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
        const gone = new Promise((done) => contents.on('render-process-gone', (_event, details) => done(details.reason)))
        contents.forcefullyCrashRenderer(); say([await gone, contents.isCrashed()])
        const loaded = new Promise((done) => contents.once('did-finish-load', done))
        contents.reload(); await loaded
        say([contents.isCrashed(), await contents.executeJavaScript('[document.title, typeof bridge]')]); app.quit() })`,
      { 'preload.cjs': `require('electron').contextBridge.exposeInMainWorld('bridge', {})` },
    )
    expect(said).toEqual([
      ['app', 1, 'crashed'],
      ['crashed', true],
      [false, ['fixture', 'object']],
    ])
  })
})

describe('a page that hangs', () => {
  it('is reported as unresponsive, can be ended, and the window loads again from the event', async () => {
    const { said } = await runApp(
      `app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
        contents.on('unresponsive', () => { say('unresponsive'); contents.forcefullyCrashRenderer() })
        contents.on('render-process-gone', () => { say('gone'); contents.loadURL('app://kitchen/index.html').then(async () => { say(await contents.executeJavaScript('document.title')); app.quit() }, (error) => say(error.message)) })
        contents.executeJavaScript('setTimeout(() => { for (;;); }, 50); 0').catch(() => {}) })`,
      {},
      [],
      { ELECTRON_HOST_HANG_SECONDS: '2' },
    )
    expect(said).toEqual(['unresponsive', 'gone', 'fixture'])
  })
})

describe('relaunch', () => {
  it('starts the same command line again when the first process has gone', async () => {
    const { stdout, code } = await runApp(
      `app.whenReady().then(() => {
      if (process.env.AGAIN) { say(process.argv.includes('--hello')); app.quit(); return }
      process.env.AGAIN = '1'; app.relaunch(); app.exit(1) })`,
      {},
      ['--hello'],
    )
    expect(code).toBe(1)
    expect(stdout).toContain('SAY true')
  })
})

describe('a destroyed object', () => {
  it('throws as Electron does, except for isDestroyed', async () => {
    const { said } =
      await runApp(`app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
      app.on('window-all-closed', () => {})
      window.on('closed', () => setImmediate(() => {
        for (const use of [() => window.show(), () => window.loadURL('app://kitchen/x'), () => contents.getURL(), () => contents.send('x')])
          try { use(); say('passed') } catch (error) { say(error.message) }
        say([window.isDestroyed(), contents.isDestroyed()]); app.exit() }))
      window.close() })`)
    expect(said).toEqual([...Array(4).fill('Object has been destroyed'), [true, true]])
  })

  it('runs the later listeners after one that throws', async () => {
    const { said } = await runApp(
      `process.on('uncaughtException', (error) => say(error.message))
       ipcMain.on('bad', () => { throw new Error('bad listener') }); ipcMain.on('good', () => { say('good'); app.quit() })
       app.whenReady().then(async () => { serve(); await open() })`,
      {
        'preload.cjs': `const { ipcRenderer } = require('electron'); ipcRenderer.send('bad'); ipcRenderer.send('good')`,
      },
    )
    expect(said).toContain('bad listener')
    expect(said).toContain('good')
  })
})

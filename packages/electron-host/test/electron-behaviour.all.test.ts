import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runApp } from './run-app.ts'

/**
 * Behaviour of Electron that the product relies on and no end-to-end test sees. Each title names the file of the product
 * that needs it.
 */

const SHELL = resolve(import.meta.dirname, '../../../electron/shell')
const moduleOf = (name: string): string => JSON.stringify(pathToFileURL(resolve(SHELL, name)).href)
const LOG = '{ info() {}, warn() {}, error() {} }'

describe('a renderer that does not start', () => {
  it('is tried four times, each followed by the safe page twice, then nothing for two seconds (renderer-recovery.ts)', async () => {
    const { reports } = await runApp(
      `app.whenReady().then(async () => {
        const { recoverRenderer } = await import(${moduleOf('renderer-recovery.ts')})
        serve()
        const window = create(); const contents = window.webContents
        const gone = []; let loads = 0
        recoverRenderer({ contents, log: ${LOG}, now: () => performance.now(), safePage: { recordCrash() {}, reset() {} } })
        contents.on('did-start-loading', () => { loads += 1 })
        contents.on('render-process-gone', (_event, details) => gone.push(details.reason))
        const first = await window.loadURL('app://comanda/index.html').catch((error) => error.code)
        while (loads < 12) await sleep(20)
        await sleep(2_000)
        report(first); report(loads); report([...new Set(gone)]); app.exit() })`,
      {},
      [],
      { ELECTRON_HOST_LAUNCH_FAILURES: '1000' },
    )
    expect(reports).toEqual(['ERR_FAILED', 12, ['launch-failed']])
  })
})

describe('executeJavaScript', () => {
  it('waits until the page has loaded (screen-pulse.ts)', async () => {
    const { reports } = await runApp(`app.whenReady().then(async () => {
      const requested = Promise.withResolvers()
      protocol.handle('app', () => new Promise((resolve) => { requested.resolve(() => resolve(new Response('<h1>late</h1>', { headers: { 'content-type': 'text/html' } }))) }))
      const window = create(); const loaded = window.loadURL('app://kitchen/index.html')
      let hasResult = false
      const title = window.webContents.executeJavaScript('document.body.textContent').then((text) => { hasResult = true; return text })
      const respond = await requested.promise
      await sleep(500)
      report([hasResult, window.webContents.isLoadingMainFrame()])
      respond(); await loaded
      report(await title); app.exit() })`)
    expect(reports).toEqual([[false, true], 'late'])
  })

  it.each([
    ['crashes', 'contents.forcefullyCrashRenderer()'],
    ['is left', "contents.loadURL('app://kitchen/index.html?next')"],
  ])('never has a result when its page %s (trial.ts, screen-pulse.ts)', async (_what, end) => {
    const { reports } = await runApp(`app.whenReady().then(async () => {
      serve(); const window = await open(); const contents = window.webContents
      const asked = contents.executeJavaScript('new Promise(() => {})').then(() => 'answered', () => 'rejected')
      contents.on('render-process-gone', () => contents.loadURL('app://kitchen/index.html'))
      await sleep(100)
      const loaded = new Promise((done) => contents.once('did-finish-load', done))
      ${end}
      await loaded
      report(await Promise.race([asked, sleep(500).then(() => 'pending')]))
      report(await contents.executeJavaScript('document.title'))
      report(await contents.executeJavaScript('window').then(() => 'answered', () => 'rejected')); app.exit() })`)
    expect(reports).toEqual(['pending', 'fixture', 'rejected'])
  })
})

describe('a print', () => {
  it('of a short ticket has a page that is not wider than it is high, and uses the named printer (print-window.ts)', async () => {
    const { reports, stderr } = await runApp(
      `app.whenReady().then(async () => {
        const { createPrintWindow } = await import(${moduleOf('print-window.ts')})
        const { createAppProtocol } = await import(${moduleOf('app-protocol.ts')})
        const printer = createPrintWindow(${LOG})
        const { SCREEN_PARTITION } = await import(${moduleOf('guards.ts')})
        electron.session.fromPartition(SCREEN_PARTITION).protocol.handle('app', createAppProtocol(here, printer.asset))
        const html = (lines) => '<!doctype html><body style="margin:0"><p>' + 'pão<br>'.repeat(lines) + '</p></body>'
        app.on('window-all-closed', () => {})
        report(await printer.print({ html: html(1), paper: '58mm', printer: 'Kitchen' }))
        report(await printer.print({ html: html(1), paper: '80mm', printer: 'Kitchen' }))
        report(await printer.print({ html: html(60), paper: '80mm', printer: 'Kitchen' }))
        report(await printer.print({ html: html(1), paper: '80mm', printer: 'Gone' }))
        app.exit() })`,
      {},
      [],
      { ELECTRON_HOST_PRINTERS: '["Print to PDF","Kitchen"]' },
    )
    expect(reports).toEqual(['printed', 'printed', 'printed', 'failed'])
    const jobs = stderr
      .split('\n')
      .filter((line) => line.startsWith('electron-host: print '))
      .map((line) => JSON.parse(line.slice('electron-host: print '.length)))
    expect(jobs.map(({ deviceName }) => deviceName)).toEqual(['Kitchen', 'Kitchen', 'Kitchen'])
    expect(jobs.slice(0, 2).map(({ pageSize }) => pageSize)).toEqual([
      { width: 58_000, height: 58_000 },
      { width: 80_000, height: 80_000 },
    ])
    expect(jobs[2].pageSize.height).toBeGreaterThan(200_000)
  })
})

describe('the loss of the session', () => {
  it('is an exit with code 0 and without will-quit, which becomes a failure (quitting.ts)', async () => {
    const { code, reports } = await runApp(`
      const { stopBeforeQuit } = await import(${moduleOf('quitting.ts')})
      app.whenReady().then(async () => {
        serve(); await open()
        stopBeforeQuit({ app, log: ${LOG}, stop: async () => report('stopped') })
        app.exit(0) })`)
    expect([code, reports]).toEqual([1, []])
  })
})

describe('before the app is ready', () => {
  it.each([
    ['electron.screen.getAllDisplays()', "The 'screen' module can't be used before the app 'ready' event"],
    ['electron.dialog.showMessageBox({ message: "x" })', 'dialog module can only be used after app is ready'],
    ['net.request("http://127.0.0.1:9")', 'net module can only be used after app is ready'],
    ['net.fetch("http://127.0.0.1:9")', 'Session can only be received when app is ready'],
    ['new electron.Notification({ title: "x" })', 'Cannot create Notification before app is ready'],
    ['session.defaultSession', 'Session can only be received when app is ready'],
  ])('%s throws', async (expression, message) => {
    const { reports } = await runApp(
      `try { ${expression}; report('passed') } catch (error) { report(error.message) } app.exit()`,
    )
    expect(reports).toEqual([message])
  })
})

describe('an error box', () => {
  it('is only text before the app is ready (dangerous-switches.ts)', async () => {
    const { stderr } = await runApp(`const { dialog } = electron
      dialog.showErrorBox('Early', 'no window'); app.whenReady().then(() => { dialog.showErrorBox('Late', 'window'); app.exit() })`)
    expect(stderr).toContain('Early\nno window\n')
    expect(stderr.match(/^electron-host: dialog.*$/gm)).toEqual(['electron-host: dialog.showErrorBox Late: window'])
  })
})

describe('node:crypto', () => {
  it('has only the digests and ciphers of BoringSSL, by their exact names (code-exchange.ts)', async () => {
    const { reports } = await runApp(`
      const { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } = await import('node:crypto')
      const attempt = (use) => { try { use(); return 'passed' } catch (error) { return error.message } }
      report(['sha256', 'SHA256', 'sha512', 'SHA-256', 'sha3-256', 'Sha256'].map((name) => attempt(() => createHash(name))))
      report(attempt(() => process.getBuiltinModule('crypto').createHash('SHA-256')))
      report(attempt(() => createHmac('SHA-256', 'key')))
      report(attempt(() => hkdfSync('sha256', 'key', 'salt', '', 32)))
      const cipher = (name, options) => attempt(() => createCipheriv(name, randomBytes(16), randomBytes(12), options))
      report([cipher('aes-128-gcm'), cipher('aes-128-ccm', { authTagLength: 16 })]); app.exit()`)
    const unknown = 'Digest method not supported'
    expect(reports).toEqual([
      ['passed', 'passed', 'passed', unknown, unknown, unknown],
      unknown,
      'Invalid digest',
      'passed',
      ['passed', 'Unknown cipher'],
    ])
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

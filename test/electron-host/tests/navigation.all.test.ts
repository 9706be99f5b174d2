import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runApp } from './run-app.ts'

let server: Server
let origin: string
const requested: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: '/target' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${request.url}</title>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const run = (body: string) =>
  runApp(`app.whenReady().then(async () => { serve(); const window = await open(); const contents = window.webContents
    const js = (code) => contents.executeJavaScript(code).catch(() => {})
    ${body}
    app.quit() })`)

describe('navigation guards', () => {
  it('stops a navigation of the page when will-navigate is prevented, before any request', async () => {
    const { reports } = await run(`
      contents.on('will-navigate', (event, url) => { report([event.url === url, url, event.isMainFrame]); event.preventDefault() })
      const emitted = new Promise((done) => contents.once('will-navigate', done))
      await js('location.href = ${JSON.stringify(`${origin}/forbidden`)}'); await emitted; await sleep(200)
      report([contents.getURL(), await js('document.title')])`)
    expect(reports).toEqual([
      [true, `${origin}/forbidden`, true],
      ['app://kitchen/index.html', 'fixture'],
    ])
    expect(requested).not.toContain('/forbidden')
  })

  it('continues a navigation that no listener prevents, and emits no event for loads of main', async () => {
    const { reports } = await run(`
      const navigations = []
      contents.on('will-navigate', (event) => navigations.push(event.url))
      await window.loadURL(${JSON.stringify(`${origin}/own`)})
      const arrived = new Promise((done) => contents.once('did-finish-load', done))
      contents.once('did-navigate', (_event, url, code) => report([url, code]))
      await js('location.href = "/next"'); await arrived
      report([navigations, contents.getURL(), window.getTitle()])`)
    expect(reports).toEqual([
      [`${origin}/next`, 200],
      [[`${origin}/next`], `${origin}/next`, '/next'],
    ])
  })

  it('emits will-redirect for a real redirect of a server', async () => {
    const { reports } = await run(`
      contents.on('will-redirect', (event, url) => { report(['redirect', url]); event.preventDefault() })
      const emitted = new Promise((done) => contents.once('will-redirect', done))
      await js('location.href = ${JSON.stringify(`${origin}/moved`)}'); await emitted; await sleep(200)
      report(contents.getURL())`)
    expect(reports).toEqual([['redirect', `${origin}/target`], 'app://kitchen/index.html'])
    expect(requested).toContain('/moved')
    expect(requested).not.toContain('/target')
  })

  it('emits will-frame-navigate for frames', async () => {
    const { reports } = await run(`
      const emitted = new Promise((done) => contents.once('will-frame-navigate', done))
      contents.on('will-frame-navigate', (event) => { report([event.url, event.isMainFrame]); event.preventDefault() })
      await js('const f = document.createElement("iframe"); f.src = ${JSON.stringify(`${origin}/framed`)}; document.body.append(f); 0')
      await emitted; await sleep(200)`)
    expect(reports).toEqual([[`${origin}/framed`, false]])
    expect(requested).not.toContain('/framed')
  })

  it('rejects loadURL and emits did-fail-load with Chromium’s error codes', async () => {
    const { reports } = await run(`
      contents.on('did-fail-load', (_event, code, description, url, isMainFrame) => report([code, description, url, isMainFrame]))
      await window.loadURL('http://127.0.0.1:9/').catch((error) => report(error.code))
      await window.loadURL('nothing://here').catch((error) => report(error.code))`)
    expect(reports).toEqual([
      [-312, 'ERR_UNSAFE_PORT', 'http://127.0.0.1:9/', true],
      'ERR_UNSAFE_PORT',
      [-302, 'ERR_UNKNOWN_URL_SCHEME', 'nothing://here', true],
      'ERR_UNKNOWN_URL_SCHEME',
    ])
  })

  it('refuses a connection to an external host', async () => {
    const { reports } = await run(`await window.loadURL('http://example.com/').catch((error) => report(error.code))`)
    expect(reports).toEqual(['ERR_NAME_NOT_RESOLVED'])
  })
})

describe('window.open', () => {
  it('returns null and opens nothing when denied', async () => {
    const { reports } = await run(`
      contents.setWindowOpenHandler(({ url }) => { report(url); return { action: 'deny' } })
      report([await js('String(window.open("app://kitchen/other.html"))')])
      await sleep(200); report(BrowserWindow.getAllWindows().length)`)
    expect(reports).toContainEqual(['null'])
    expect(reports.at(-1)).toBe(1)
  })

  it('calls the handler with the address, and opens the window if the handler allows it', async () => {
    const { reports } = await run(`
      const opened = new Promise((done) => contents.once('did-create-window', done))
      contents.setWindowOpenHandler(({ url }) => { report(url); return { action: 'allow' } })
      await js('window.open("/index.html"); 0')
      const other = await opened
      await new Promise((done) => other.webContents.once('did-finish-load', done))
      report([BrowserWindow.getAllWindows().length, other.webContents.getURL()])`)
    expect(reports).toEqual(['app://kitchen/index.html', [2, 'app://kitchen/index.html']])
  })

  it('keeps the state "loading" and the address of the last of several loads until that one has ended', async () => {
    const { reports } = await runApp(`app.whenReady().then(async () => {
      serve()
      const window = await open()
      const contents = window.webContents
      const stops = []
      contents.on('did-stop-loading', () => stops.push(contents.getURL()))
      for (const ms of [0, 1, 2, 3, 5, 8, 12, 20, 30, 50]) {
        const replaced = window.loadURL('app://kitchen/index.html?' + ms).catch(() => {})
        await sleep(ms)
        await window.loadURL('app://kitchen/index.html?last' + ms)
        await replaced
        report([contents.getURL(), contents.isLoading(), await contents.executeJavaScript('location.search')])
      }
      report(stops.at(-1))
      app.exit() })`)
    const last = [0, 1, 2, 3, 5, 8, 12, 20, 30, 50].map((ms) => `last${ms}`)
    expect(reports).toEqual([
      ...last.map((name) => [`app://kitchen/index.html?${name}`, false, `?${name}`]),
      'app://kitchen/index.html?last50',
    ])
  })
})

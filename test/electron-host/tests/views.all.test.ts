import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runApp } from './run-app.ts'

/** The behaviour of views above the page of a window that `electron/shell/board-cover.ts` needs. */

const COVER = JSON.stringify(pathToFileURL(resolve(import.meta.dirname, '../../../electron/shell/board-cover.ts')).href)
const LIST = '\'<meta http-equiv="refresh" content="1"><link rel=stylesheet href=a.css><h1 data-size>list</h1>\''

describe('a view above the page of a window', () => {
  it('has its own page and session, which answer while the page of the window hangs', async () => {
    const { reports, stderr } = await runApp(`app.whenReady().then(async () => {
      serve()
      const { WebContentsView } = electron
      session.fromPartition('other').protocol.handle('app', () => new Response(${LIST}, { headers: { 'content-type': 'text/html' } }))
      const created = []
      app.on('web-contents-created', (_event, contents) => created.push(contents.id))
      const window = await open('app://kitchen/index.html', { width: 700, height: 500 })
      window.webContents.executeJavaScript('for (;;);').catch(() => {})
      const view = new WebContentsView({ webPreferences: { partition: 'other', sandbox: true } })
      view.setVisible(false); window.contentView.addChildView(view)
      view.setBounds({ x: 0, y: 0, width: 700, height: 500 })
      await view.webContents.loadURL('app://kitchen/list.html')
      const size = await view.webContents.executeJavaScript('[document.body.textContent, innerWidth, innerHeight]')
      report(size); report([view.getVisible(), window.contentView.children.length, created.length, BrowserWindow.getAllWindows().length])
      view.setVisible(true); report(view.getVisible())
      app.exit() })`)
    expect([reports, stderr]).toEqual([[['list', 700, 500], [false, 1, 2, 1], true], expect.any(String)])
  })

  it('can be closed without its window, and the window without the view', async () => {
    const { reports } = await runApp(`app.on('window-all-closed', () => {}); app.whenReady().then(async () => {
      serve()
      const { WebContentsView } = electron
      const window = await open()
      const view = new WebContentsView(); window.contentView.addChildView(view)
      await view.webContents.loadURL('app://kitchen/index.html')
      const { webContents: contents } = view
      const gone = new Promise((resolve) => contents.once('destroyed', resolve))
      window.contentView.removeChildView(view); contents.close(); await gone
      report([contents.isDestroyed(), window.isDestroyed(), webContents.getAllWebContents().length])
      const other = new WebContentsView(); window.contentView.addChildView(other)
      await other.webContents.loadURL('app://kitchen/index.html')
      const closed = new Promise((resolve) => window.once('closed', resolve))
      window.close(); await closed
      report([other.webContents.isDestroyed(), webContents.getAllWebContents().length])
      app.exit() })`)
    expect(reports).toEqual([
      [true, false, 1],
      [false, 1],
    ])
  })

  it('accepts loads that replace each other, and closes with its window (board-cover.ts)', async () => {
    const { reports, stderr, code } =
      await runApp(`app.on('window-all-closed', () => {}); app.whenReady().then(async () => {
      serve()
      const { WebContentsView } = electron
      const { createBoardCover } = await import(${COVER})
      session.fromPartition('cover').protocol.handle('app', async () => { await sleep(20); return new Response(${LIST}, { headers: { 'content-type': 'text/html' } }) })
      const window = await open('app://kitchen/index.html', { show: true })
      const events = []
      const write = (event) => events.push(event)
      const cover = createBoardCover({ window, now: () => performance.now(), log: { info: write, warn: write, error: write },
        createView: (webPreferences) => new WebContentsView({ webPreferences }) })
      for (const ms of [0, 5, 20, 40, 80, 160, 300, 1000, 1050, 1100]) {
        cover.prepare(); cover.show(); await sleep(ms); cover.remove(); await sleep(100)
      }
      const addresses = () => webContents.getAllWebContents().map((one) => one.getURL())
      while (window.contentView.children[0].webContents.isLoading()) await sleep(20)
      report(events.includes('cover-failed')); report(addresses())
      window.close()
      while (addresses().length > 0) await sleep(20)
      report(addresses())
      app.exit() })`)
    expect([reports, code, stderr]).toEqual([
      [false, ['app://kitchen/index.html', 'app://comanda/cover-at-rest.html'], []],
      0,
      expect.not.stringContaining('destroyed'),
    ])
  })
})

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runApp } from './run-app.ts'

/** The behaviour of views above the page of a window that `electron/shell/board-cover.ts` needs. */

const COVER = JSON.stringify(pathToFileURL(resolve(import.meta.dirname, '../../../electron/shell/board-cover.ts')).href)
const LIST = '\'<meta http-equiv="refresh" content="1"><link rel=stylesheet href=a.css><h1 data-size>list</h1>\''

describe('a view above the page of a window', () => {
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
      const isAtRest = () => addresses().includes('app://comanda/cover-at-rest.html')
      // A refresh of the list that begins as the empty page comes replaces it: it is hidden then, and the next use ends it.
      for (let waited = 0; !isAtRest() || window.contentView.children[0].webContents.isLoading(); waited += 20) {
        if (waited % 2000 === 1980 && !isAtRest()) { cover.prepare(); cover.remove() }
        await sleep(20)
      }
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

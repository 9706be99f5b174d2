import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** The files of the product, with their text. */
function sources(...folders: readonly string[]): ReadonlyMap<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const read = paths.filter((path) => /\.(tsx?|css|html)$/.test(path))
  return new Map(read.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

const MAIN = sources('electron')
const PAGES = sources('renderer')
const EVERYTHING = new Map([...MAIN, ...PAGES, ...sources('shared')])

const filesWith = (texts: ReadonlyMap<string, string>, pattern: RegExp): readonly string[] =>
  [...texts]
    .filter(([, text]) => pattern.test(text))
    .map(([path]) => path)
    .toSorted()

describe('the sources', () => {
  it('set no preference or switch that gives a page more rights', () => {
    const widening =
      /enableBlinkFeatures|allowpopups|<webview|webviewTag: true|nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webSecurity: false|allowRunningInsecureContent: true|experimentalFeatures: true|disable-web-security|ignore-certificate-errors|no-sandbox|bypassCSP|certificate-error|setCertificateVerifyProc|rejectUnauthorized|NODE_TLS_REJECT/
    // Links between a main computer and its screens have certificates without an authority, and both ends compare the
    // keys (docs/security.md, `screens-pinned` and `main-computer-pinned`). The third file is the list of switches with
    // which an installed program does not start.
    expect(filesWith(EVERYTHING, widening)).toEqual([
      'electron/screens/pairing/screen-listener.ts',
      'electron/screens/pairing/tls-link.ts',
      'electron/shell/dangerous-switches.ts',
    ])
  })

  it('use each powerful interface only in the listed files', () => {
    expect(filesWith(MAIN, /new BrowserWindow\(/)).toEqual([
      'electron/shell/app-windows.ts',
      'electron/shell/print-window.ts',
    ])
    expect(filesWith(MAIN, /shell\.openExternal/)).toEqual(['electron/shell/start.ts'])
    expect(filesWith(MAIN, /\bipc\.handle\(/)).toEqual(['electron/ipc/calls.ts'])
    expect(filesWith(MAIN, /ipcMain\.on|ipcMain\.handle|new BrowserView|WebContentsView/)).toEqual([])
    // Separate threads read large answers, and make and verify copies of the ledger. Their programs are files of the
    // product.
    expect(filesWith(MAIN, /worker_threads/)).toEqual([
      'electron/liveness/loop-watch.ts',
      'electron/platform/body-thread.ts',
      'electron/platform/body-worker.ts',
      'electron/storage/repair/backup.ts',
      'electron/storage/repair/copy-worker.ts',
    ])
    expect(filesWith(MAIN, /new Worker\(/)).toEqual([
      'electron/liveness/loop-watch.ts',
      'electron/platform/body-thread.ts',
      'electron/storage/repair/backup.ts',
    ])
    expect(filesWith(MAIN, /utilityProcess|node:vm|\beval\(|new Function\(|eval: true/)).toEqual([])
    // A shell outside of the AppImage's mount restarts an AppImage, and the watcher a program that hangs. Programs of the
    // system switch what it does for the program.
    expect(filesWith(MAIN, /child_process/)).toEqual([
      'electron/liveness/loop-watch.ts',
      'electron/shell/linux/app-image.ts',
      'electron/shell/system-commands.ts',
    ])
    expect(filesWith(MAIN, /\bapp\.relaunch\(/)).toEqual(['electron/shell/relaunch.ts'])
    expect(filesWith(MAIN, /\.executeJavaScript\('0'\)/)).toEqual(['electron/shell/screen-pulse.ts'])
    // Reads the length of a printed ticket. The script is a constant.
    expect(filesWith(MAIN, /\.executeJavaScript\(PAGE_HEIGHT\)/)).toEqual(['electron/shell/print-window.ts'])
    expect(filesWith(MAIN, /\.executeJavaScript\(DRAWS_FRAMES\)/)).toEqual(['electron/shell/board-repaint.ts'])
    expect(filesWith(MAIN, /\.executeJavaScript\((?!'0'\)|PAGE_HEIGHT\)|DRAWS_FRAMES\))/)).toEqual([])
  })

  it('of pages create no HTML from text and contain no address of another origin', () => {
    expect(
      filesWith(
        PAGES,
        /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/,
      ),
    ).toEqual([])
    expect(
      filesWith(PAGES, /<(iframe|object|embed)\b|\bfetch\(|XMLHttpRequest|WebSocket|EventSource|importScripts/),
    ).toEqual([])
    const foreign = [...PAGES].flatMap(([path, text]) =>
      [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/[\w[][^\s'"`)]+/g)]
        .map(([address]) => address)
        .filter((address) => !address.startsWith('http://www.w3.org/'))
        .map((address) => `${path}: ${address}`),
    )
    expect(foreign).toEqual([])
    const document = PAGES.get('renderer/index.html')?.replace(/<!--[\s\S]*?-->/g, '')
    expect(document).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/)
  })

  it('enable the sandbox before the app is ready', () => {
    const start = MAIN.get('electron/shell/start.ts') ?? ''
    expect(start.indexOf('app.enableSandbox()')).toBeGreaterThan(0)
    expect(start.indexOf('app.enableSandbox()')).toBeLessThan(start.indexOf('requestSingleInstanceLock'))
    const main = MAIN.get('electron/main.ts') ?? ''
    expect(main.indexOf('lockInstance(')).toBeLessThan(main.indexOf('app.whenReady()'))
  })
})

describe('the packages', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

  it('have exact versions', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^(npm:@[\w-]+\/[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
  })

  /** Those of the registry: the workspace's own packages are folders of this tree, and the links to them. */
  const registered = Object.entries<{ integrity?: string; resolved?: string; link?: boolean }>(packages).filter(
    ([path, { link }]) => path !== '' && !path.startsWith('packages/') && link !== true,
  )

  // npm writes no hash for a package of another system that it did not download, and installs it there without a check.
  it('are all locked with a hash, also those of other systems', () => {
    expect(registered.length).toBeGreaterThan(300)
    expect(
      registered.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([])
  })

  it('come only from the registry: none has another source', () => {
    const elsewhere = registered.filter(([, { resolved }]) => resolved !== undefined)
    expect(elsewhere.map(([path]) => path)).toEqual([])
    const links = Object.values<{ resolved?: string; link?: boolean }>(packages).filter(({ link }) => link === true)
    expect(links.map(({ resolved }) => resolved).filter((path) => !path?.startsWith('packages/'))).toEqual([])
  })

  it('of the workspace have exact versions too', () => {
    const names = globSync('packages/*/package.json', { cwd: ROOT })
    expect(names.length).toBe(3)
    for (const name of names) {
      const own = JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
      for (const version of Object.values({ ...own.dependencies, ...own.devDependencies }))
        expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })
})

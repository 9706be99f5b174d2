import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export const HOST = resolve(import.meta.dirname, '../electron')
const GIVE_UP_MS = 20_000
/**
 * The browser that the host finds by itself, as in the demo: the whole Chromium. The other tests use the headless shell, whose
 * start takes a third of the processor time.
 */
export const WHOLE_BROWSER = { CHROMIUM_PATH: '' }

export type Files = Readonly<Record<string, string>>
export type Outcome = Readonly<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>

/** A folder that lives as long as the test. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'electron-host-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const writeFiles = (folder: string, files: Files): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

// What each fixture's main process starts with: a served page, `say` to report, `open` to get a loaded window.
const PRELUDE = `
import electron, { app, BrowserWindow, ipcMain, net, protocol, session, webContents } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
const here = import.meta.dirname
const say = (value) => console.log('SAY ' + JSON.stringify(value ?? null))
const page = (name) => readFileSync(join(here, name), 'utf8')
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
let policy = ''
const serve = () => protocol.handle('app', (request) => new Response(page(new URL(request.url).pathname.slice(1)), {
  headers: { 'content-type': request.url.endsWith('.js') ? 'text/javascript' : 'text/html', ...(policy && { 'content-security-policy': policy }) },
}))
const create = (options = {}) => new BrowserWindow({ ...options, webPreferences: { preload: join(here, 'preload.cjs'), sandbox: true, contextIsolation: true, ...options.webPreferences } })
const open = async (url = 'app://kitchen/index.html', options = {}) => { const window = create(options); await window.loadURL(url); return window }
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
`

const DEFAULTS: Files = {
  'package.json': JSON.stringify({ name: 'fixture', version: '1.2.3', type: 'module', main: 'main.mjs' }),
  'preload.cjs': '',
  'index.html': '<!doctype html><title>fixture</title><h1>fixture</h1>',
}

/** Writes an app: `main` is the body of its main process, run with the prelude's names in reach. */
export const writeApp = (main: string, files: Files = {}): string => {
  const folder = temporaryFolder()
  writeFiles(folder, { ...DEFAULTS, ...files, 'main.mjs': PRELUDE + main })
  return folder
}

export type Running = Readonly<{
  process: ChildProcess
  ended: Promise<Outcome>
  /** Resolves with the next value that the app says. */
  next: () => Promise<unknown>
}>

/** Starts the host; the test ends it if it is still there. */
export const startApp = (args: readonly string[], env: NodeJS.ProcessEnv = {}, executable = HOST): Running => {
  const hasFolder = args.some((argument) => argument.startsWith('--user-data-dir='))
  const given = hasFolder ? args : [...args, `--user-data-dir=${temporaryFolder()}`]
  const child = spawn(executable, given, { env: { ...process.env, ...env } })
  const said: unknown[] = []
  const waiting: ((value: unknown) => void)[] = []
  let stdout = ''
  let stderr = ''
  let partial = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
    partial += chunk
    const lines = partial.split('\n')
    partial = lines.pop() ?? ''
    for (const line of lines.filter((one) => one.startsWith('SAY '))) {
      const value: unknown = JSON.parse(line.slice(4))
      const first = waiting.shift()
      if (first === undefined) said.push(value)
      else first(value)
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS)
  const ended = new Promise<Outcome>((done) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      done({ code, signal, stdout, stderr })
    }),
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const next = () =>
    new Promise<unknown>((done, fail) => {
      if (said.length > 0) done(said.shift())
      else {
        waiting.push(done)
        void ended.then(() => fail(new Error(`the app ended:\n${stdout}\n${stderr}`)))
      }
    })
  return { process: child, ended, next }
}

export type Said = Outcome & Readonly<{ said: readonly unknown[] }>

/** Runs an app to its end; `said` is what it reported, in order. */
export const runApp = async (
  main: string,
  files: Files = {},
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Said> => {
  const outcome = await startApp([writeApp(main, files), ...args], env).ended
  const said = outcome.stdout
    .split('\n')
    .filter((line) => line.startsWith('SAY '))
    .map((line): unknown => JSON.parse(line.slice(4)))
  return { ...outcome, said }
}

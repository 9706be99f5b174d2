import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export const HOST_PROGRAM = resolve(import.meta.dirname, '../electron')
const TIMEOUT_MS = 120_000
/**
 * The browser that the host finds by itself, as in the demo: the whole Chromium. The other tests use the headless
 * shell, because its start takes only a third of the processor time.
 */
export const WHOLE_BROWSER = { CHROMIUM_PATH: '' }

export type Files = Readonly<Record<string, string>>
export type EndedApp = Readonly<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>

/** A folder that is removed at the end of the test. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'electron-host-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const writeFiles = (folder: string, files: Files): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

// The beginning of the main process of each fixture: `serve` handles the app's scheme, `report` prints a value for the
// test, `open` returns a loaded window.
const PRELUDE = `
import electron, { app, BrowserWindow, ipcMain, net, protocol, session, webContents } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
const here = import.meta.dirname
const report = (value) => console.log('REPORT ' + JSON.stringify(value ?? null))
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

/** Writes an app. `main` is the code of its main process; it can use the names of the prelude. */
export const writeApp = (main: string, files: Files = {}): string => {
  const folder = temporaryFolder()
  writeFiles(folder, { ...DEFAULTS, ...files, 'main.mjs': PRELUDE + main })
  return folder
}

export type Running = Readonly<{
  process: ChildProcess
  ended: Promise<EndedApp>
  /** Resolves with the next value that the app reports. */
  nextReport: () => Promise<unknown>
}>

/** Starts the host. The end of the test kills it if it still runs. */
export const startApp = (args: readonly string[], env: NodeJS.ProcessEnv = {}, executable = HOST_PROGRAM): Running => {
  const hasFolder = args.some((argument) => argument.startsWith('--user-data-dir='))
  const given = hasFolder ? args : [...args, `--user-data-dir=${temporaryFolder()}`]
  const child = spawn(executable, given, { env: { ...process.env, ...env } })
  const reports: unknown[] = []
  const waiting: ((value: unknown) => void)[] = []
  let stdout = ''
  let stderr = ''
  let partial = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
    partial += chunk
    const lines = partial.split('\n')
    partial = lines.pop() ?? ''
    for (const line of lines.filter((one) => one.startsWith('REPORT '))) {
      const value: unknown = JSON.parse(line.slice('REPORT '.length))
      const first = waiting.shift()
      if (first === undefined) reports.push(value)
      else first(value)
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const ended = new Promise<EndedApp>((done) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      done({ code, signal, stdout, stderr })
    }),
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const nextReport = () =>
    new Promise<unknown>((done, fail) => {
      if (reports.length > 0) done(reports.shift())
      else {
        waiting.push(done)
        void ended.then(() => fail(new Error(`the app ended:\n${stdout}\n${stderr}`)))
      }
    })
  return { process: child, ended, nextReport }
}

export type OutcomeWithReports = EndedApp & Readonly<{ reports: readonly unknown[] }>

/** Runs an app to its end. `reports` are the values that it reported, in order. */
export const runApp = async (
  main: string,
  files: Files = {},
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<OutcomeWithReports> => {
  const outcome = await startApp([writeApp(main, files), ...args], env).ended
  const reports = outcome.stdout
    .split('\n')
    .filter((line) => line.startsWith('REPORT '))
    .map((line): unknown => JSON.parse(line.slice('REPORT '.length)))
  return { ...outcome, reports }
}

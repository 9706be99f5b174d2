import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appImageStart, type RunningProgram } from '../../../electron/shell/linux/app-image.ts'
import {
  installedProgram,
  relaunchAfterExit,
  spendRelaunch,
  spendRestart,
  startAfterEnd,
  waitForEarlierProgram,
} from '../../../electron/shell/relaunch.ts'

const RELAUNCH_FILE = join(import.meta.dirname, '../../../electron/shell/relaunch.ts')
const START_LIMIT_MS = 60_000

const PROGRAM: RunningProgram = {
  pid: 40,
  ppid: 39,
  execPath: '/tmp/.mount_ComandX1/comanda',
  argv: ['/tmp/.mount_ComandX1/comanda', '--practice', '--user-data-dir=/home/a b'],
  env: {
    HOME: '/home/cook',
    APPIMAGE: '/home/cook/Comanda.AppImage',
    APPDIR: '/tmp/.mount_ComandX1',
    ARGV0: './Comanda.AppImage',
    OWD: '/home/cook',
    PATH: '/tmp/.mount_ComandX1:/tmp/.mount_ComandX1/usr/sbin:/usr/bin:/bin',
    LD_LIBRARY_PATH: '/tmp/.mount_ComandX1/usr/lib',
    XDG_DATA_DIRS: '/tmp/.mount_ComandX1/usr/share/:/usr/share',
  },
}

describe('the restart of an AppImage', () => {
  it('starts the AppImage itself with the same arguments, and waits for this process', () => {
    expect(appImageStart(PROGRAM)).toMatchObject({
      appImage: '/home/cook/Comanda.AppImage',
      args: ['--practice', '--user-data-dir=/home/a b'],
      waitFor: [40],
    })
  })

  it('passes no folder of the old mount, because another user could put a library there', () => {
    expect(appImageStart(PROGRAM)?.env).toEqual({
      HOME: '/home/cook',
      PATH: '/usr/bin:/bin',
      XDG_DATA_DIRS: '/usr/share',
    })
  })

  it('waits, for an unpacked AppImage, until the runtime has removed the unpacked folder', () => {
    const folder = '/tmp/appimage_extracted_0a1b'
    const start = appImageStart({
      ...PROGRAM,
      execPath: `${folder}/comanda`,
      env: { ...PROGRAM.env, APPDIR: folder },
    })
    expect(start?.waitFor).toEqual([40, 39])
    expect(start?.env.APPIMAGE_EXTRACT_AND_RUN).toBe('1')
  })

  it.each([
    ['is installed', { APPIMAGE: undefined, APPDIR: undefined }],
    ['was started from the terminal of another AppImage', { APPDIR: '/tmp/.mount_EditorY2' }],
    ['was started beside a mount of a similar name', { APPDIR: '/tmp/.mount_Comand' }],
  ])('is done by Electron when the program %s', (_case, env) => {
    const app = { relaunch: vi.fn() }
    relaunchAfterExit(app, { ...PROGRAM, env: { ...PROGRAM.env, ...env } })
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['--practice', '--user-data-dir=/home/a b'] })
  })

  it('is no start of the scheduler, which would end at once after an end with code 0', () => {
    const app = { relaunch: vi.fn() }
    const program = 'C:\\Program Files\\Comanda\\Comanda.exe'
    relaunchAfterExit(app, { pid: 40, ppid: 39, execPath: program, argv: [program, '--if-stopped', '--b'], env: {} })
    expect(app.relaunch).toHaveBeenCalledExactlyOnceWith({ args: ['--b'] })
  })
})

describe('the file that starts the program', () => {
  it('is the AppImage, not its mount', () => {
    expect(installedProgram(PROGRAM)).toBe('/home/cook/Comanda.AppImage')
  })

  it('is its own file when it was started from the terminal of another AppImage', () => {
    const env = { ...PROGRAM.env, APPIMAGE: '/home/cook/Editor.AppImage', APPDIR: '/tmp/.mount_EditorY2' }
    expect(installedProgram({ ...PROGRAM, execPath: '/opt/Comanda/comanda', env })).toBe('/opt/Comanda/comanda')
  })
})

describe.runIf(process.platform === 'linux')('a program that ends in its AppImage', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-relaunch-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is started again after its end, with any characters in its path and its arguments', async () => {
    // Quotes, blanks, a variable, a command and a line break.
    const place = join(folder, `it's $HOME "a" \`touch ran\` \n; exit`)
    mkdirSync(place)
    const appImage = join(place, 'Comanda.AppImage')
    const report = join(folder, 'report')
    const state = '$(kill -0 "$OLD_PID" 2>/dev/null && echo runs || echo gone)'
    writeFileSync(
      appImage,
      `#!/bin/sh\nprintf '%s\\0' "${state}" "$COMANDA_WAIT_FOR" "$@" > "$REPORT.part"\nmv "$REPORT.part" "$REPORT"\n`,
    )
    chmodSync(appImage, 0o755)
    const args = ['--provision=./a b.json', '-e', "it's", '$(touch ran)', '', 'two\nlines']
    const program = `
      const { relaunchAfterExit } = await import(${JSON.stringify(RELAUNCH_FILE)})
      const mount = (await import('node:path')).dirname(process.execPath)
      const env = { ...process.env, APPIMAGE: ${JSON.stringify(appImage)}, APPDIR: mount, OLD_PID: String(process.pid) }
      const { pid, ppid, execPath } = process
      const argv = [execPath, ...${JSON.stringify(args)}]
      relaunchAfterExit({ relaunch() { process.exit(9) } }, { pid, ppid, execPath, argv, env })
      setTimeout(() => process.exit(1), 700)`
    const running = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env: { ...process.env, REPORT: report },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(running, 'exit')
    expect(await ended).toEqual([1, null])
    await vi.waitFor(() => expect(existsSync(report)).toBe(true), { timeout: START_LIMIT_MS, interval: 50 })
    const [old, waitFor, ...given] = readFileSync(report, 'utf8').split('\0').slice(0, -1)
    expect([old, waitFor]).toEqual(['gone', ''])
    expect(given).toEqual(args)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})

const RULE = { limit: 3, windowMs: 60_000 }

describe('spendRestart', () => {
  it('ignores restarts older than the window', () => {
    expect(spendRestart([0, 1_000, 2_000], 60_000, RULE)).toEqual([1_000, 2_000, 60_000])
  })

  it('ignores times far in the future, after the clock was set back', () => {
    expect(spendRestart([900_000, 900_001, 900_002], 0, RULE)).toEqual([0])
  })
})

describe('spendRelaunch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-relaunch-'))
  const file = join(folder, 'relaunches.json')
  afterEach(() => rmSync(file, { force: true }))

  it('counts across processes: three in ten minutes', () => {
    expect([0, 1, 2, 3].map((at) => spendRelaunch(file, at))).toEqual([true, true, true, false])
    expect(spendRelaunch(file, 600_001)).toBe(true)
  })

  it('ends after a hundred in a day, with pauses too: a program that fails more often needs a person', () => {
    const MINUTE_MS = 60_000
    for (let minute = 0; minute < 100; minute += 1)
      expect(spendRelaunch(file, minute * MINUTE_MS, 'after-pause')).toBe(true)
    for (const when of ['now', 'after-pause'] as const) expect(spendRelaunch(file, 600 * MINUTE_MS, when)).toBe(false)
    expect(spendRelaunch(file, 1_440 * MINUTE_MS)).toBe(true)
  })

  it('starts from zero with a damaged file', () => {
    for (const rubbish of ['', '{', '{"a":1}', '["x",null]']) {
      writeFileSync(file, rubbish)
      expect(spendRelaunch(file, 5)).toBe(true)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([5])
    }
  })

  it('allows no relaunch when it cannot be counted', () => {
    expect(spendRelaunch(join(folder, 'missing', 'relaunches.json'), 0)).toBe(false)
  })
})

describe('a program whose main thread stands', () => {
  const running = {
    pid: 7,
    ppid: 1,
    execPath: '/opt/comanda',
    argv: ['/opt/comanda', '--if-stopped', '--practice'],
    env: {},
  }

  it('is started again by a shell that waits for its end, and on Windows by itself', () => {
    expect(startAfterEnd(running, 'linux')).toMatchObject({
      command: '/bin/sh',
      args: expect.arrayContaining(['/opt/comanda', '--practice']),
      env: { COMANDA_WAIT_FOR: '7' },
    })
    expect(startAfterEnd(running, 'win32')).toEqual({
      command: '/opt/comanda',
      args: ['--practice'],
      env: { COMANDA_WAIT_FOR: '7' },
    })
  })

  it('is waited for by the next one, which passes nothing of this on', () => {
    let checks = 0
    const env: NodeJS.ProcessEnv = { COMANDA_WAIT_FOR: '7' }
    waitForEarlierProgram(env, (pid) => {
      checks += 1
      return pid === 7 && checks < 3
    })
    waitForEarlierProgram(env, () => {
      throw new Error('nothing to wait for')
    })
    expect([checks, env]).toEqual([3, {}])
  })
})

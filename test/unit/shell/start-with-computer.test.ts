import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createStartWithComputer,
  followScreenSettings,
  type ScreenSettingsParts,
  type StartWithComputerParts,
} from '../../../electron/shell/start-with-computer.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-autostart-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function starter(given: Partial<StartWithComputerParts> & { readonly isPackaged?: boolean } = {}) {
  const { isPackaged = true, ...parts } = given
  const log = createMemoryLog()
  const items: unknown[] = []
  const start = createStartWithComputer({
    app: { isPackaged, setLoginItemSettings: (item) => items.push(item) },
    isPractice: false,
    platform: 'linux',
    env: { XDG_CONFIG_HOME: folder },
    program: '/opt/Comanda/comanda',
    log,
    ...parts,
  })
  return { start, items, log }
}
const entryPath = () => join(folder, 'autostart', 'comanda.desktop')
const execOf = () => /^Exec=(.*)$/m.exec(readFileSync(entryPath(), 'utf8'))?.[1]

describe('the start with the computer on Linux', () => {
  it('is an autostart entry that names the program, and is removed again', () => {
    const { start, items } = starter()
    start.apply(true)
    expect(readFileSync(entryPath(), 'utf8')).toBe(
      '[Desktop Entry]\nType=Application\nName=Comanda\nExec="/opt/Comanda/comanda"\nTerminal=false\n',
    )
    start.apply(false)
    expect(existsSync(entryPath())).toBe(false)
    expect(items).toEqual([])
  })

  it('quotes characters that have a meaning in a desktop entry', () => {
    starter({ program: String.raw`/home/a"b$c\d 100%/comanda` }).start.apply(true)
    expect(execOf()).toBe(String.raw`"/home/a\\"b\\$c\\\\d 100%%/comanda"`)
  })

  it('is updated for a program that was moved; an entry that the user removed is not restored', () => {
    const { start } = starter()
    start.renew(true)
    expect(existsSync(entryPath())).toBe(false)
    mkdirSync(join(folder, 'autostart'))
    writeFileSync(entryPath(), 'Exec="/old/comanda"\n')
    start.renew(false)
    expect(execOf()).toBe('"/old/comanda"')
    start.renew(true)
    expect(execOf()).toBe('"/opt/Comanda/comanda"')
  })

  it('is logged as failed when the folder cannot be written, and the program continues', () => {
    writeFileSync(join(folder, 'autostart'), 'a file where the folder would be')
    chmodSync(join(folder, 'autostart'), 0o400)
    const { start, log } = starter()
    start.apply(true)
    expect(log.lines).toEqual([expect.objectContaining({ event: 'start-with-computer-failed' })])
  })
})

describe('the start with the computer', () => {
  it.each(['win32', 'darwin'] as const)('is a login item on %s', (platform) => {
    const { start, items } = starter({ platform })
    start.apply(true)
    start.apply(false)
    start.renew(true)
    expect(items).toEqual([{ openAtLogin: true }, { openAtLogin: false }])
    expect(existsSync(entryPath())).toBe(false)
  })

  it('is not changed without a package, because the entry would start Electron without the app', () => {
    const { start, items } = starter({ isPackaged: false, platform: 'win32' })
    start.apply(true)
    expect(items).toEqual([])
  })

  it.each(['linux', 'win32'] as const)('is not changed in a practice on %s, whatever is chosen there', (platform) => {
    starter().start.apply(true)
    const { start, items } = starter({ isPractice: true, platform, program: '/opt/other' })
    start.renew(true)
    start.apply(true)
    start.apply(false)
    expect(items).toEqual([])
    expect(execOf()).toBe('"/opt/Comanda/comanda"')
  })
})

/** A new object at each call, as the settings return one. */
const dell = () => ({ label: 'Dell', width: 1920, height: 1080, nth: 0 })

it('display and full screen are applied at once, and each change of a setting is applied once', () => {
  const said: unknown[] = []
  let change: Parameters<ScreenSettingsParts['settings']['onChange']>[0] = () => undefined
  const keeper = (name: string) => ({
    apply: (isWanted: boolean) => void said.push([name, isWanted]),
    renew: (isWanted: boolean) => void said.push([`renew ${name}`, isWanted]),
  })
  const watchdog = keeper('watchdog')
  followScreenSettings({
    settings: {
      now: () => ({ fullScreen: true, display: dell(), startsWithComputer: true, restartsAfterFailure: true }),
      onChange: (listener) => {
        change = listener
      },
    },
    boardDisplay: {
      choose: (choice) => said.push(['display', choice?.label]),
      setFullScreen: (isWanted) => said.push(['full screen', isWanted]),
    },
    startWithComputer: keeper('start'),
    watchdog: {
      apply: async (isWanted) => watchdog.apply(isWanted),
      renew: async (isWanted) => watchdog.renew(isWanted),
    },
  })
  expect(said.splice(0)).toEqual([
    ['display', 'Dell'],
    ['full screen', true],
    ['renew start', true],
    ['renew watchdog', true],
  ])
  const all = { fullScreen: true, display: dell(), startsWithComputer: true, restartsAfterFailure: true }
  change(all)
  expect(said.splice(0)).toEqual([])
  change({ ...all, fullScreen: false })
  change({ ...all, fullScreen: false, startsWithComputer: false })
  change({ ...all, fullScreen: false, startsWithComputer: false, restartsAfterFailure: false })
  change({ fullScreen: false, startsWithComputer: false, restartsAfterFailure: false })
  expect(said).toEqual([
    ['full screen', false],
    ['start', false],
    ['watchdog', false],
    ['display', undefined],
  ])
})

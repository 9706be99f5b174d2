import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ComputerSwitchesParts, createComputerSwitches } from '../../../electron/shell/computer-switches.ts'
import type { CommandAnswer } from '../../../electron/shell/system-commands.ts'
import { createRunMark } from '../../../electron/shell/windows/restart-task.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let folder: string
let program: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-switches-'))
  program = join(folder, 'comanda')
  writeFileSync(program, '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type LoginItem = { openAtLogin: boolean; executableWillLaunchAtLogin: boolean; status: string }
type Given = Partial<ComputerSwitchesParts> & {
  readonly isPackaged?: boolean
  readonly answer?: (args: readonly string[]) => CommandAnswer
  readonly loginItem?: Partial<LoginItem>
}

function open({ isPackaged = true, answer = () => ({ code: 0, output: '' }), loginItem, ...parts }: Given = {}) {
  const log = createMemoryLog()
  const calls: string[] = []
  const item = { openAtLogin: false, executableWillLaunchAtLogin: false, status: 'enabled', launchItems: [] }
  const app = {
    isPackaged,
    setLoginItemSettings: ({ openAtLogin = false }) =>
      Object.assign(item, { openAtLogin, executableWillLaunchAtLogin: openAtLogin }, loginItem),
    getLoginItemSettings: () => ({ ...item, ...loginItem }) as never,
  }
  const switches = createComputerSwitches({
    app,
    isPractice: false,
    platform: 'linux',
    env: { XDG_CONFIG_HOME: folder },
    program,
    resources: '/resources',
    run: async (name, args) => {
      calls.push([name, ...args].join(' '))
      return answer(args)
    },
    log,
    ...parts,
  })
  return {
    ...switches,
    log,
    calls,
    item,
    starts: async () => (await switches.states()).startsWithComputer,
    restarts: async () => (await switches.states()).restartsAfterFailure,
  }
}

const entryPath = () => join(folder, 'autostart', 'comanda.desktop')
const execOf = () => /^Exec=(.*)$/m.exec(readFileSync(entryPath(), 'utf8'))?.[1]
function writeEntry(...lines: readonly string[]) {
  mkdirSync(dirname(entryPath()), { recursive: true })
  writeFileSync(entryPath(), ['[Desktop Entry]', 'Type=Application', 'Name=Comanda', ...lines, ''].join('\n'))
}

describe('the start with the computer on Linux', () => {
  it('is an autostart entry that names the program, and is removed again', async () => {
    const { change } = open()
    expect(await change('startsWithComputer', true)).toMatchObject({ startsWithComputer: 'on' })
    expect(execOf()).toBe(`"${program}"`)
    expect(await change('startsWithComputer', false)).toMatchObject({ startsWithComputer: 'off' })
    expect(existsSync(entryPath())).toBe(false)
  })

  it('is on while the entry is there, and off when a user or the desktop removed it', async () => {
    const { change, starts } = open()
    await change('startsWithComputer', true)
    rmSync(entryPath())
    expect(await starts()).toBe('off')
  })

  it.each([
    ['on', 'as the program wrote it', []],
    ['on', 'with other words of the owner', ['X-GNOME-Autostart-Delay=20', 'Hidden=false']],
    ['off', 'switched off by the desktop', ['X-GNOME-Autostart-enabled=false']],
    ['off', 'hidden', ['Hidden=true']],
  ])('is %s for an entry %s', async (state, _how, lines) => {
    writeEntry(`Exec="${program}"`, ...lines)
    expect(await open().starts()).toBe(state)
  })

  it.each([
    ['off', '"/gone/comanda"'],
    ['off', '/gone/comanda --user-data-dir=/x'],
    ['off', ''],
    ['on', 'sh -c "sleep 20; comanda"'],
  ])('is %s for an entry that starts %s', async (state, exec) => {
    writeEntry(`Exec=${exec}`)
    expect(await open().starts()).toBe(state)
  })

  it('is on again with the entry of the program when a user switches it on over a hidden one', async () => {
    writeEntry(`Exec="${program}"`, 'Hidden=true')
    expect(await open().change('startsWithComputer', true)).toMatchObject({ startsWithComputer: 'on' })
  })

  it('reads the names that it quotes', async () => {
    const odd = join(folder, String.raw`a"b$c\d 100%`)
    writeFileSync(odd, '')
    const { change, starts } = open({ program: odd })
    await change('startsWithComputer', true)
    expect(execOf()).toBe(`"${folder}${String.raw`/a\\"b\\$c\\\\d 100%%`}"`)
    expect(await starts()).toBe('on')
    rmSync(odd)
    expect(await starts()).toBe('off')
  })

  it('names a program that was moved; an entry that a user removed, edited, or gave another program stays', () => {
    const { renew } = open()
    renew()
    expect(existsSync(entryPath())).toBe(false)
    for (const lines of [
      ['Exec="/gone/comanda"', 'Terminal=false', 'Hidden=true'],
      [`Exec="${folder}"`, 'Terminal=false'],
    ]) {
      writeEntry(...lines)
      const before = readFileSync(entryPath(), 'utf8')
      renew()
      expect(readFileSync(entryPath(), 'utf8')).toBe(before)
    }
    writeEntry('Exec="/gone/comanda"', 'Terminal=false')
    renew()
    expect(execOf()).toBe(`"${program}"`)
  })

  it('that cannot be written is logged, and reported as off', async () => {
    writeFileSync(join(folder, 'autostart'), 'a file where the folder would be')
    const { change, log } = open()
    expect(await change('startsWithComputer', true)).toMatchObject({ startsWithComputer: 'off' })
    expect(log.lines.map(({ event }) => event)).toEqual(['computer-switch-failed', 'computer-switch-refused'])
  })
})

describe('the start with the computer elsewhere', () => {
  it.each(['win32', 'darwin'] as const)('is a login item on %s', async (platform) => {
    const { change, item } = open({ platform })
    expect(await change('startsWithComputer', true)).toMatchObject({ startsWithComputer: 'on' })
    expect(item.openAtLogin).toBe(true)
    expect(await change('startsWithComputer', false)).toMatchObject({ startsWithComputer: 'off' })
    expect(existsSync(entryPath())).toBe(false)
  })

  it.each([
    ['win32', 'a user disabled it in the Task Manager', { executableWillLaunchAtLogin: false }],
    ['darwin', 'the user has not allowed it', { status: 'requires-approval' }],
  ] as const)('is off on %s when %s', async (platform, _why, loginItem) => {
    const { change } = open({ platform, loginItem })
    expect(await change('startsWithComputer', true)).toMatchObject({ startsWithComputer: 'off' })
  })
})

/** The user's manager of systemd, with the unit in this state. */
function systemd(state: string) {
  let now = state
  const answer = (args: readonly string[]): CommandAnswer => {
    if (args.includes('is-enabled')) return { code: now === 'enabled' || now === 'static' ? 0 : 1, output: `${now}\n` }
    if (now === 'enabled' || now === 'disabled') {
      if (args.includes('enable')) now = 'enabled'
      if (args.includes('disable')) now = 'disabled'
    }
    return { code: 0, output: '' }
  }
  return answer
}
const unitPath = () => join(folder, 'systemd', 'user', 'comanda.service')
function writeUnit(text: string) {
  mkdirSync(dirname(unitPath()), { recursive: true })
  writeFileSync(unitPath(), text)
}

describe('the restart after a failure on Linux', () => {
  it('is the unit of the package, switched by systemd', async () => {
    const { change, calls } = open({ answer: systemd('disabled') })
    expect(await change('restartsAfterFailure', true)).toMatchObject({ restartsAfterFailure: 'on' })
    expect(await change('restartsAfterFailure', false)).toMatchObject({ restartsAfterFailure: 'off' })
    expect(calls.filter((call) => !call.includes('is-'))).toEqual([
      'systemctl --user enable comanda.service',
      'systemctl --user disable comanda.service',
    ])
    expect(existsSync(unitPath())).toBe(false)
  })

  it.each([
    ['on', systemd('enabled')],
    ['off', systemd('disabled')],
    ['off', systemd('static')],
    ['off', systemd('masked')],
    ['no-service', () => ({ code: undefined, output: '' })],
    ['no-service', () => ({ code: 1, output: '' })],
    ['not-installed', (args) => ({ code: args.includes('show-environment') ? 0 : 1, output: '' })],
  ] as readonly [string, (args: readonly string[]) => CommandAnswer][])(
    'is %s, as systemd says',
    async (state, answer) => {
      expect(await open({ answer }).restarts()).toBe(state)
    },
  )

  it('does not write, edit or remove a unit of the owner, and says that it stays off', async () => {
    writeUnit('# my own\n[Service]\nExecStart=/opt/Comanda/comanda --display=:1\n')
    const { change, log } = open({ answer: systemd('static') })
    for (const isOn of [true, false]) await change('restartsAfterFailure', isOn)
    expect(readFileSync(unitPath(), 'utf8')).toContain('--display=:1')
    expect(log.lines.map(({ event, fields }) => [event, fields?.outcome])).toEqual([['computer-switch-refused', 'off']])
  })

  it('removes a unit of an earlier version, which hides the one of the package', async () => {
    writeUnit('# Written by Comanda, and removed when "open again" is switched off in its settings.\n[Unit]\n')
    const { renew, change, calls } = open({ answer: systemd('disabled') })
    renew()
    expect(existsSync(unitPath())).toBe(true)
    await change('restartsAfterFailure', true)
    expect([existsSync(unitPath()), calls[0]]).toEqual([false, 'systemctl --user daemon-reload'])
  })
})

describe('the restart after a failure on Windows', () => {
  const query = 'schtasks /Query /TN Comanda /XML'
  const TASK = '<Triggers><TimeTrigger><Enabled>true</Enabled></TimeTrigger></Triggers><Settings></Settings>'

  it('is the task of the package, registered and removed', async () => {
    const { change, calls } = open({ platform: 'win32', answer: () => ({ code: 0, output: TASK }) })
    expect(await change('restartsAfterFailure', true)).toMatchObject({ restartsAfterFailure: 'on' })
    await change('restartsAfterFailure', false)
    expect(calls.filter((call) => call !== query)).toEqual([
      `schtasks /Create /TN Comanda /XML ${join('/resources', 'comanda-task.xml')} /F`,
      'schtasks /Delete /TN Comanda /F',
    ])
  })

  it.each([
    ['on', { code: 0, output: TASK }],
    ['off', { code: 1, output: '' }],
    ['off', { code: 0, output: TASK.replace('<Settings>', '<Settings>\r\n<Enabled>false</Enabled>') }],
    ['no-service', { code: undefined, output: '' }],
  ] as const)('is %s, as the scheduler says', async (state, answer) => {
    expect(await open({ platform: 'win32', answer: () => answer }).restarts()).toBe(state)
  })

  it('comes with the package in a form that the scheduler reads, for the user who registers it', () => {
    const root = join(import.meta.dirname, '../../..')
    const task = readFileSync(join(root, 'build/comanda-task.xml'), 'utf16le')
    expect(task.startsWith('\ufeff<?xml version="1.0" encoding="UTF-16"?>')).toBe(true)
    expect(task).not.toContain('<UserId>')
    expect(task).toContain(String.raw`<Command>%ProgramFiles%\Comanda\Comanda.exe</Command>`)
    expect(task).toContain('<Arguments>--if-stopped</Arguments>')
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toContain('build/comanda-task.xml')
    expect(readFileSync(join(root, 'build/installer.nsh'), 'utf8')).toContain('schtasks /Delete /TN Comanda /F')
  })
})

describe('both', () => {
  it.each([
    ['outside a package, where the system would start Electron without the app', { isPackaged: false }],
    ['in practice', { isPractice: true }],
  ])('are not changed %s', async (_where, given) => {
    const { change, renew, calls } = open(given)
    renew()
    for (const name of ['startsWithComputer', 'restartsAfterFailure'] as const) {
      expect(await change(name, true)).toEqual({
        startsWithComputer: 'not-installed',
        restartsAfterFailure: 'not-installed',
      })
    }
    expect([calls, existsSync(entryPath())]).toEqual([[], false])
  })

  it('keep the last of two changes, also when the first one is slow', async () => {
    const first = Promise.withResolvers<CommandAnswer>()
    const answer = systemd('disabled')
    let isFirst = true
    const run: ComputerSwitchesParts['run'] = (_program, args) => {
      const given = isFirst ? first.promise.then(() => answer(args)) : Promise.resolve(answer(args))
      isFirst = false
      return given
    }
    const { change, restarts } = open({ run })
    void change('restartsAfterFailure', true)
    void change('restartsAfterFailure', false)
    first.resolve({ code: 0, output: '' })
    expect(await restarts()).toBe('off')
  })

  it('do not exist where the system has no such service', async () => {
    expect(await open({ platform: 'darwin' }).restarts()).toBe('not-here')
  })
})

describe('the mark of a run', () => {
  it('exists until it is cleared', () => {
    const mark = createRunMark(folder)
    expect(mark.isLeft()).toBe(false)
    mark.set()
    expect(createRunMark(folder).isLeft()).toBe(true)
    mark.clear()
    mark.clear()
    expect(mark.isLeft()).toBe(false)
  })

  it('is not written when the disk is full', () => {
    const mark = createRunMark(join(folder, 'missing'))
    mark.set()
    expect(mark.isLeft()).toBe(false)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createRunMark,
  handOverToUnit,
  releaseFromSupervision,
  scheduledTask,
  systemdUnit,
  type UnitStartParts,
  unitPath,
} from '../../../electron/shell/supervision.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-supervision-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(given: Partial<UnitStartParts> & { isActive?: boolean; isRefused?: boolean; hasUnit?: boolean } = {}) {
  const { isActive = false, isRefused = false, hasUnit = true, ...parts } = given
  const env = { XDG_CONFIG_HOME: folder, DISPLAY: ':0', WAYLAND_DISPLAY: '', ...parts.env }
  if (hasUnit) {
    mkdirSync(dirname(unitPath(env)), { recursive: true })
    writeFileSync(unitPath(env), '')
  }
  const calls: string[] = []
  const isHandedOver = handOverToUnit({
    isPackaged: true,
    platform: 'linux',
    argv: ['/opt/Comanda/comanda'],
    runSync: (program, args) => {
      calls.push([program, ...args].join(' '))
      if (args.includes('is-active')) return isActive ? 0 : 3
      return args.includes('start') && isRefused ? 1 : 0
    },
    ...parts,
    env,
  })
  return { isHandedOver, calls }
}

describe('a start of the installed program', () => {
  it('is passed to its unit, with the display of the session', () => {
    expect(start()).toEqual({
      isHandedOver: true,
      calls: [
        'systemctl --user is-active --quiet comanda.service',
        'systemctl --user import-environment DISPLAY',
        'systemctl --user reset-failed comanda.service',
        'systemctl --user start comanda.service',
      ],
    })
  })

  it('continues without the unit when the unit does not start', () => {
    expect(start({ isRefused: true }).isHandedOver).toBe(false)
  })

  it('shows the window of a unit that already runs', () => {
    const { isHandedOver, calls } = start({ isActive: true })
    expect([isHandedOver, calls.length]).toEqual([false, 1])
  })

  it.each([
    ['without a unit', { hasUnit: false }],
    ['by the unit itself', { env: { COMANDA_SUPERVISED: '1' } }],
    ['with a switch', { argv: ['/opt/Comanda/comanda', '--practice'] }],
    ['outside a package', { isPackaged: false }],
    ['on Windows', { platform: 'win32' as const }],
  ])('%s is not passed on, and calls nothing', (_what, given) => {
    expect(start(given)).toEqual({ isHandedOver: false, calls: [] })
  })
})

it('an end by a signal is reported to the supervisor, and only to it', () => {
  const calls: string[] = []
  const runSync = (program: string, args: readonly string[]) => calls.push([program, ...args].join(' '))
  releaseFromSupervision({}, runSync)
  expect(calls).toEqual([])
  releaseFromSupervision({ COMANDA_SUPERVISED: '1' }, runSync)
  expect(calls).toEqual(['systemctl --user stop --no-block comanda.service'])
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

const execOf = (unit: string): string => /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''

describe('the systemd unit', () => {
  it.each([
    ['/home/loja/Comanda 1.AppImage', '"/home/loja/Comanda 1.AppImage"'],
    ['/home/100%/$HOME/comanda', '"/home/100%%/$$HOME/comanda"'],
    [String.raw`/home/a"b\c/comanda`, String.raw`"/home/a\"b\\c/comanda"`],
    ['/home/a\nRestart=no/comanda', String.raw`"/home/a\nRestart=no/comanda"`],
  ])('quotes %j as one word', (program, word) => {
    const unit = systemdUnit(program)
    expect(execOf(unit).endsWith(` ${word}`)).toBe(true)
    expect(unit.match(/^Restart=/gm)).toHaveLength(1)
  })
})

describe('the task of Windows', () => {
  it('escapes characters with a meaning in XML', () => {
    const task = scheduledTask(String.raw`C:\Bar & Grill\<a>\Comanda.exe`, String.raw`B&G\a<b`)
    expect(task).toContain(String.raw`<Command>C:\Bar &amp; Grill\&lt;a&gt;\Comanda.exe</Command>`)
    expect(task).toContain(String.raw`<UserId>B&amp;G\a&lt;b</UserId>`)
  })
})

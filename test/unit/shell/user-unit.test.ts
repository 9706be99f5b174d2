import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { handOverToUnit, releaseFromSupervision, type UnitStartParts } from '../../../electron/shell/linux/user-unit.ts'

const UNIT = join(import.meta.dirname, '../../../build/comanda.service')

function start(given: Partial<UnitStartParts> & { enabled?: string; isActive?: boolean; isRefused?: boolean } = {}) {
  const { enabled = 'enabled\n', isActive = false, isRefused = false, ...parts } = given
  const calls: string[] = []
  const isHandedOver = handOverToUnit({
    isPackaged: true,
    platform: 'linux',
    argv: ['/opt/Comanda/comanda'],
    env: { DISPLAY: ':0', WAYLAND_DISPLAY: '' },
    runSync: (program, args) => {
      calls.push([program, ...args].join(' '))
      if (args.includes('is-enabled')) return { code: 0, output: enabled }
      if (args.includes('is-active')) return { code: isActive ? 0 : 3, output: '' }
      return { code: args.includes('start') && isRefused ? 1 : 0, output: '' }
    },
    ...parts,
  })
  return { isHandedOver, calls }
}

describe('a start of the installed program', () => {
  it('is passed to its unit, with the display of the session', () => {
    expect(start()).toEqual({
      isHandedOver: true,
      calls: [
        'systemctl --user is-enabled comanda.service',
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
    expect([isHandedOver, calls.length]).toEqual([false, 2])
  })

  it.each(['disabled\n', 'static\n', 'masked\n', ''])('is not passed to a unit that is %j', (enabled) => {
    const { isHandedOver, calls } = start({ enabled })
    expect([isHandedOver, calls.length]).toEqual([false, 1])
  })

  it.each([
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
  const runSync: UnitStartParts['runSync'] = (program, args) => {
    calls.push([program, ...args].join(' '))
    return { code: 0, output: '' }
  }
  releaseFromSupervision({}, runSync)
  expect(calls).toEqual([])
  releaseFromSupervision({ COMANDA_SUPERVISED: '1' }, runSync)
  expect(calls).toEqual(['systemctl --user stop --no-block comanda.service'])
})

describe('the unit of the package', () => {
  it('starts the installed program as a supervised one, and gives up after some failures', () => {
    const unit = readFileSync(UNIT, 'utf8')
    const values = Object.fromEntries(unit.split('\n').flatMap((line) => [/^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []]))
    expect(values).toMatchObject({
      ExecStart: '/opt/Comanda/comanda',
      Environment: 'COMANDA_SUPERVISED=1',
      Restart: 'on-failure',
      StartLimitIntervalSec: '600',
    })
    expect(Number(values.StartLimitBurst)).toBeLessThanOrEqual(20)
    expect(readFileSync(join(UNIT, '../../electron-builder.yml'), 'utf8')).toContain(
      'build/comanda.service=/usr/lib/systemd/user/comanda.service',
    )
  })

  it.runIf(existsSync('/usr/bin/systemctl'))('is switched on and off, and starts nothing by itself', () => {
    const root = mkdtempSync(join(tmpdir(), 'comanda-unit-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const folder = join(root, 'usr/lib/systemd/user')
    mkdirSync(folder, { recursive: true })
    copyFileSync(UNIT, join(folder, 'comanda.service'))
    const systemctl = (...args: readonly string[]): string => {
      try {
        const given = ['--global', `--root=${root}`, ...args, 'comanda.service']
        return execFileSync('/usr/bin/systemctl', given, {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim()
      } catch (error) {
        return String((error as { stdout?: string }).stdout ?? '').trim()
      }
    }
    expect(systemctl('is-enabled')).toBe('disabled')
    systemctl('enable')
    expect(systemctl('is-enabled')).toBe('enabled')
    expect(existsSync(join(root, 'etc/systemd/user/graphical-session.target.wants'))).toBe(false)
    systemctl('disable')
    expect(systemctl('is-enabled')).toBe('disabled')
  })
})

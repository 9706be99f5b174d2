import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunCommand } from '../../../electron/shell/supervision.ts'
import { systemdUnit } from '../../../electron/shell/supervision.ts'
import { createWatchdog, type WatchdogParts } from '../../../electron/shell/watchdog.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-watchdog-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Answer = (args: readonly string[]) => number | undefined

function watchdog(given: Partial<WatchdogParts> & { readonly answer?: Answer } = {}) {
  const { answer = () => 0, ...parts } = given
  const calls: string[] = []
  const log = createMemoryLog()
  const run: RunCommand = async (program, args) => {
    calls.push([program, ...args].join(' '))
    return answer(args)
  }
  const made = createWatchdog({
    app: { isPackaged: true },
    isPractice: false,
    platform: 'linux',
    env: { XDG_CONFIG_HOME: folder },
    program: '/opt/Comanda/comanda',
    run,
    log,
    ...parts,
  })
  return { ...made, calls, log }
}
const unitFile = () => join(folder, 'systemd', 'user', 'comanda.service')

describe('the watchdog on Linux', () => {
  it('is a unit of the user, and is removed again', async () => {
    const { apply, state, calls } = watchdog()
    await apply(true)
    expect(readFileSync(unitFile(), 'utf8')).toBe(systemdUnit('/opt/Comanda/comanda'))
    expect(await state()).toBe('ready')
    expect(calls.splice(0)).toEqual(['systemctl --user show-environment', 'systemctl --user daemon-reload'])
    await apply(false)
    expect(existsSync(unitFile())).toBe(false)
    expect(calls).toEqual(['systemctl --user daemon-reload'])
  })

  it.each([
    ['does not exist', undefined],
    ['has no manager for this user', 1],
  ])('writes nothing when systemd %s, and reports it', async (_what, code) => {
    const { apply, state, log } = watchdog({ answer: () => code })
    await apply(true)
    expect(existsSync(unitFile())).toBe(false)
    expect(await state()).toBe('no-service')
    expect(log.lines).toEqual([expect.objectContaining({ event: 'watchdog-refused' })])
    await apply(false)
    expect(await state()).toBe('ready')
  })

  it('is updated for a program that was moved; a unit that the user removed is not restored', async () => {
    const { renew, calls } = watchdog()
    await renew(true)
    expect([existsSync(unitFile()), calls]).toEqual([false, []])
    mkdirSync(dirname(unitFile()), { recursive: true })
    writeFileSync(unitFile(), systemdUnit('/old/comanda'))
    await renew(false)
    expect(readFileSync(unitFile(), 'utf8')).toContain('/old/comanda')
    await renew(true)
    expect(readFileSync(unitFile(), 'utf8')).toContain('/opt/Comanda/comanda')
  })

  it('applies the last of two changes, also when the first one is slow', async () => {
    const first = Promise.withResolvers<number>()
    let calls = 0
    const run: RunCommand = () => {
      calls += 1
      return calls === 1 ? first.promise : Promise.resolve(0)
    }
    const { apply, state } = watchdog({ run })
    void apply(true)
    void apply(false)
    first.resolve(0)
    await state()
    expect(existsSync(unitFile())).toBe(false)
  })
})

describe('the watchdog on Windows', () => {
  it('registers a task from a file that Task Scheduler can read, and removes it', async () => {
    let given = ''
    const { apply, state, calls } = watchdog({
      platform: 'win32',
      env: { USERDOMAIN: 'LOJA', USERNAME: 'caixa' },
      program: String.raw`C:\Comanda\Comanda.exe`,
      answer: (args) => {
        const file = args[args.indexOf('/XML') + 1] ?? ''
        if (args[0] === '/Create') given = readFileSync(file, 'utf16le')
        return 0
      },
    })
    await apply(true)
    expect(given.startsWith('\ufeff<?xml')).toBe(true)
    expect(given).toContain(String.raw`<UserId>LOJA\caixa</UserId>`)
    expect(calls).toEqual([expect.stringMatching(/^schtasks \/Create \/TN Comanda \/XML .*task\.xml \/F$/)])
    expect(existsSync(/\/XML (.*) \/F/.exec(calls[0] ?? '')?.[1] ?? '')).toBe(false)
    await apply(false)
    expect(calls.at(-1)).toBe('schtasks /Delete /TN Comanda /F')
    expect(await state()).toBe('ready')
  })
})

describe('the watchdog', () => {
  it.each([
    ['outside a package, where it would start Electron without the app', { app: { isPackaged: false } }],
    ['in practice', { isPractice: true }],
  ])('is not changed %s', async (_where, parts) => {
    const { apply, state, calls } = watchdog(parts)
    await apply(true)
    expect([await state(), calls, existsSync(unitFile())]).toEqual(['not-installed', [], false])
  })
})

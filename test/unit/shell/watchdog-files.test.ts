import { describe, expect, it } from 'vitest'
import { scheduledTask, systemdUnit } from '../../../electron/shell/watchdog-files.ts'

const execOf = (unit: string): string => /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''

describe('the systemd unit', () => {
  it('restarts the program after a failure, with a limit, and not after a requested end', () => {
    const unit = systemdUnit('/opt/Comanda/comanda')
    expect(execOf(unit)).toBe(String.raw`/bin/sh -c "exec \"$$0\"" "/opt/Comanda/comanda"`)
    for (const line of [
      'Restart=on-failure',
      'RestartSec=3',
      'StartLimitIntervalSec=600',
      'StartLimitBurst=20',
      'Environment=COMANDA_SUPERVISED=1',
      'PartOf=graphical-session.target',
    ])
      expect(unit.split('\n')).toContain(line)
  })

  it('is started only by the program: the start with the computer is another setting', () => {
    expect(systemdUnit('/opt/Comanda/comanda')).not.toContain('[Install]')
  })

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
  it('checks once a minute, also on battery, and never twice at the same time', () => {
    const task = scheduledTask(String.raw`C:\Program Files\Comanda\Comanda.exe`, String.raw`LOJA\caixa`)
    for (const part of [
      '<?xml version="1.0" encoding="UTF-16"?>',
      '<StartBoundary>2020-01-01T00:00:00</StartBoundary>\n      <Repetition><Interval>PT1M</Interval></Repetition>',
      String.raw`<UserId>LOJA\caixa</UserId>`,
      '<LogonType>InteractiveToken</LogonType>',
      '<RunLevel>LeastPrivilege</RunLevel>',
      '<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
      '<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
      '<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
      String.raw`<Command>C:\Program Files\Comanda\Comanda.exe</Command>`,
      '<Arguments>--if-stopped</Arguments>',
    ])
      expect(task).toContain(part)
  })

  it('escapes characters with a meaning in XML', () => {
    const task = scheduledTask(String.raw`C:\Bar & Grill\<a>\Comanda.exe`, String.raw`B&G\a<b`)
    expect(task).toContain(String.raw`<Command>C:\Bar &amp; Grill\&lt;a&gt;\Comanda.exe</Command>`)
    expect(task).toContain(String.raw`<UserId>B&amp;G\a&lt;b</UserId>`)
  })
})

import { describe, expect, it } from 'vitest'
import { scheduledTask, systemdUnit } from '../../../electron/shell/supervision.ts'

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

import { describe, expect, it } from 'vitest'
import { choicesOf, findDisplay, type KnownDisplay } from '../../../electron/shell/board-display.ts'

const display = (id: number, label: string, x: number, width = 1920, height = 1080, scaleFactor = 1): KnownDisplay => ({
  id,
  label,
  bounds: { x, y: 0, width, height },
  scaleFactor,
})
const chosen = (displays: readonly KnownDisplay[], index: number) => {
  const choice = choicesOf(displays)[index]
  if (choice === undefined) throw new Error('no such display')
  return choice
}

describe('a display', () => {
  it('is remembered by its name and pixels, also when it is rotated or scaled', () => {
    const flat = display(1, 'Dell', 0)
    const wanted = { label: 'Dell', width: 1920, height: 1080, nth: 0 }
    expect(choicesOf([flat])).toEqual([wanted])
    expect(choicesOf([display(2, ' Dell ', 0, 1080, 1920)])).toEqual([wanted])
    expect(choicesOf([display(3, 'Dell', 0, 960, 540, 2)])).toEqual([wanted])
    // 1.5 does not divide the pixels into whole points.
    expect(choicesOf([display(3, 'Dell', 0, 911, 512, 1.5)])).toEqual([{ ...wanted, width: 1367, height: 768 }])
  })

  it('is found again after its id has changed', () => {
    const before = [display(11, 'Touch', 0), display(12, 'Dell', 1920)]
    const after = [display(77, 'Dell', 0), display(78, 'Touch', 1920)]
    expect(findDisplay(after, chosen(before, 1))?.id).toBe(77)
  })

  it('is distinguished by its position from an identical display; the other display is used when it is the only one', () => {
    const twins = [display(1, 'Dell', 1920), display(2, 'Dell', 0)]
    expect(choicesOf(twins).map(({ nth }) => nth)).toEqual([1, 0])
    const right = chosen(twins, 0)
    expect(findDisplay(twins, right)?.id).toBe(1)
    expect(findDisplay(twins, chosen(twins, 1))?.id).toBe(2)
    expect(findDisplay([display(9, 'Dell', 0)], right)?.id).toBe(9)
  })

  it('in another mode is found by its name, if no display has the same pixels', () => {
    const wanted = chosen([display(1, 'Dell', 0)], 0)
    expect(findDisplay([display(5, 'Touch', 0), display(6, 'Dell', 1920, 1280, 720)], wanted)?.id).toBe(6)
    expect(findDisplay([display(6, 'Dell', 0, 1280, 720), display(7, 'Dell', 1280)], wanted)?.id).toBe(7)
  })

  it('without a name is found by its pixels', () => {
    const wanted = chosen([display(1, '', 0)], 0)
    expect(findDisplay([display(5, '', 0, 1280, 720)], wanted)).toBeUndefined()
    expect(findDisplay([display(5, '', 0, 1280, 720), display(6, '', 1280)], wanted)?.id).toBe(6)
  })

  it('has a name that is cut to the limit of the settings', () => {
    expect(choicesOf([display(1, 'x'.repeat(5_000), 0)])[0]?.label).toHaveLength(120)
  })
})

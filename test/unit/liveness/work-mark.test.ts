import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openWorkMark } from '../../../electron/liveness/work-mark.ts'

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'work-mark')
  let beats = 0
  const open = () => {
    const mark = openWorkMark(file, () => {
      beats += 1
    })
    onTestFinished(mark.close)
    return mark
  }
  /** What the next run finds when this one ends now. */
  const leftNow = () => {
    const copy = join(folder, 'copy')
    writeFileSync(copy, readFileSync(file))
    const mark = openWorkMark(copy, () => undefined)
    mark.close()
    return mark.left
  }
  return { file, open, leftNow, beats: () => beats }
}

it('names the order during its work, and nothing before and afterwards', () => {
  const { open, leftNow, beats } = setUp()
  const { left, during } = open()
  expect(left).toBeUndefined()
  const longId = 'a'.repeat(3_000)
  expect(during(longId, () => leftNow())).toEqual({ orderId: longId })
  expect(leftNow()).toBeUndefined()
  during('outer', () => {
    expect(during('é"\n', () => leftNow())).toEqual({ orderId: 'é"\n' })
    expect(leftNow()).toEqual({ orderId: 'outer' })
  })
  expect(beats()).toBe(3)
})

it('is cleared by work that throws', () => {
  const { open, leftNow } = setUp()
  const { during } = open()
  expect(() => {
    during('1', () => {
      throw new Error('a defect')
    })
  }).toThrow('a defect')
  expect(leftNow()).toBeUndefined()
})

it('tells the next run, once, and ignores a damaged file', () => {
  const { file, open } = setUp()
  writeFileSync(file, '{"orderId":"1","isHung":true}\nold')
  expect(open().left).toEqual({ orderId: '1', isHung: true })
  expect(open().left).toBeUndefined()
  writeFileSync(file, '{"orderId":\n')
  expect(open().left).toBeUndefined()
})

it('does the work without a file that it cannot open', () => {
  const mark = openWorkMark('/nowhere/work-mark', () => undefined)
  expect(mark.during('1', () => 2)).toBe(2)
  mark.close()
})

import { describe, expect, it } from 'vitest'
import { BENCH_PARTS, benchOptions } from '../bench/bench-options.ts'

describe('the options of the benchmark', () => {
  it('select every part, thirty runs, twenty seeds and two processor speeds by default', () => {
    const { repeats, seeds, slowdowns, orders, sizes, isSelected } = benchOptions([])
    expect({ repeats, seeds, slowdowns, orders, sizes }).toEqual({
      repeats: 30,
      seeds: 20,
      slowdowns: [1, 4],
      orders: undefined,
      sizes: undefined,
    })
    expect(BENCH_PARTS.every(isSelected)).toBe(true)
  })

  it('limit the parts, the runs, the speeds, the orders and the sizes', () => {
    const args = '--only start,tap --repeats 40 --cpu 1 --orders 30,1000 --sizes 1366x768,1920x1080'
    const { isSelected, ...limits } = benchOptions(args.split(' '))
    expect(limits).toEqual({
      repeats: 40,
      seeds: 40,
      slowdowns: [1],
      orders: [30, 1000],
      sizes: ['1366x768', '1920x1080'],
    })
    expect(BENCH_PARTS.filter(isSelected)).toEqual(['start', 'tap'])
  })

  it.each([
    ['--only', 'everything', 'Not a part of --only: everything'],
    ['--repeats', '0', 'Not a number for --repeats: 0'],
    ['--repeats', '1.5', 'Not a whole number for --repeats: 1.5'],
    ['--cpu', 'fast', 'Not a number for --cpu: fast'],
    ['--sizes', '1366', 'Not a size for --sizes: 1366'],
  ])('are refused with an invalid value: %s %s', (option, value, message) => {
    expect(() => benchOptions([option, value])).toThrow(message)
  })

  it('are refused with an unknown argument', () => {
    expect(() => benchOptions(['--speed', '4'])).toThrow("Unknown option '--speed'")
  })
})

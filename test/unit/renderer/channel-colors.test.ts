import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingsSchema } from '../../../shared/contract/settings.ts'
import {
  CHANNEL_COLORS,
  type ColoredChannel,
  colorOfChannel,
  withChannelColor,
} from '../../../shared/contract/values.ts'

const CSS = readFileSync(new URL('../../../renderer/ticket/channels.css', import.meta.url), 'utf8')
/** board.md and WCAG AAA: the text is read from a distance. */
const MIN_CONTRAST = 7

/** The colours of one theme: `light-dark(#light, #dark)`. */
const hexOf = (theme: number, color: string, property: string): string => {
  const rule = CSS.slice(CSS.indexOf(`[data-channel-color="${color}"] {`)).split('}')[0] ?? ''
  const value = new RegExp(`${property}: light-dark\\(([^)]+)\\)`).exec(rule)?.[1] ?? ''
  return value.split(', ')[theme] ?? ''
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe.each([
  ['light', 0],
  ['dark', 1],
])('the channel colours of the %s theme', (_name, theme) => {
  it.each(CHANNEL_COLORS)('%s is readable', (color) => {
    const ground = hexOf(theme, color, 'background')
    expect(ground).toMatch(/^#/)
    expect(contrast(ground, hexOf(theme, color, '\n    color'))).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })

  it('are eight different ones', () => {
    expect(new Set(CHANNEL_COLORS.map((color) => hexOf(theme, color, 'background'))).size).toBe(8)
  })
})

describe('the colour of a channel', () => {
  const colors: readonly ColoredChannel[] = [
    { channel: 'iFood', color: 'red' },
    { channel: '__proto__', color: 'blue' },
  ]

  it('is found regardless of upper and lower case', () => {
    expect(colorOfChannel(' IFOOD', colors)).toBe('red')
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', ''])(
    'is absent for %j, for which none was chosen',
    (channel) => {
      expect(colorOfChannel(channel, colors)).toBeUndefined()
    },
  )

  it('can be chosen for names of built-in properties, and is stored in the settings', () => {
    const chosen = ['constructor', '__proto__', 'toString'].reduce<readonly ColoredChannel[]>(
      (before, channel) => withChannelColor(before, channel, 'green'),
      colors,
    )
    const stored: unknown = JSON.parse(JSON.stringify({ channelColors: chosen }))
    const { channelColors } = settingsSchema.parse(stored)
    expect(channelColors).toEqual(chosen)
    expect(colorOfChannel('constructor', channelColors)).toBe('green')
    expect(colorOfChannel('__proto__', channelColors)).toBe('green')
    expect(colorOfChannel('iFood', channelColors)).toBe('red')
  })

  it('is replaced when another one is chosen, and removed when none is chosen', () => {
    const blue = withChannelColor(colors, 'IFOOD', 'blue')
    expect(colorOfChannel('iFood', blue)).toBe('blue')
    expect(blue).toHaveLength(2)
    expect(colorOfChannel('iFood', withChannelColor(blue, 'iFood', undefined))).toBeUndefined()
  })
})

// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FieldFollower, followFields } from '../../../renderer/ui/keyboard/follow-fields.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { waitUntil } from '../../fixtures/wait-until.ts'

let follower: FieldFollower | undefined
afterEach(() => {
  follower?.stop()
  document.body.innerHTML = ''
  vi.useRealTimers()
})

function open(mode: Settings['onScreenKeyboard']) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  document.body.innerHTML = '<div><input id="a" /><input id="b" /></div><button></button>'
  const followed: (string | undefined)[] = []
  const started = followFields(
    () => mode,
    (field) => followed.push(field?.id),
  )
  follower = started
  const one = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`There is no ${selector}`)
    return found
  }
  const press = (selector: string, pointerType: string): void => {
    const element = one(selector)
    element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))
    element.focus()
    element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType }))
    element.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType }))
    vi.runAllTimers()
  }
  return {
    touch: (selector: string) => press(selector, 'touch'),
    click: (selector: string) => press(selector, 'mouse'),
    focus: (selector: string) => one(selector).focus(),
    leave: (selector: string) => {
      one(selector).blur()
      vi.runAllTimers()
    },
    /** A key of a hardware keyboard. */
    type: (key: string) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true })
      Object.defineProperty(event, 'isTrusted', { value: true })
      document.activeElement?.dispatchEvent(event)
    },
    close: started.close,
    remove: (selector: string) => one(selector).remove(),
    /** The field that has the keyboard now. */
    now: () => followed.at(-1),
  }
}

describe('automatically the keyboard on the screen', () => {
  it('opens at a touch, closes at the first letter of another keyboard, and opens again at a touch', () => {
    const { touch, type, now } = open('auto')
    touch('#a')
    expect(now()).toBe('a')
    type('x')
    expect(now()).toBeUndefined()
    touch('#a')
    expect(now()).toBe('a')
  })

  it('opens at a click until a letter was typed; the digits of a bump bar do not count as letters', () => {
    const { click, focus, leave, type, now } = open('auto')
    focus('#a')
    expect(now()).toBeUndefined()
    type('1')
    click('#a')
    expect(now()).toBe('a')
    leave('#a')
    expect(now()).toBeUndefined()
    focus('#a')
    type('x')
    click('#a')
    expect(now()).toBeUndefined()
  })

  it('moves to a touched field, and closes with the last one: left, closed by hand, or removed', async () => {
    const { touch, leave, close, remove, now } = open('auto')
    touch('#a')
    touch('#b')
    expect(now()).toBe('b')
    leave('#b')
    expect(now()).toBeUndefined()
    touch('#a')
    close()
    expect([now(), document.activeElement === document.body]).toEqual([undefined, true])
    touch('#a')
    expect(now()).toBe('a')
    remove('div')
    await waitUntil(() => expect(now()).toBeUndefined())
  })
})

it('always it opens with the focus, stays open while another keyboard types, and does not open again by itself', () => {
  const { focus, type, close, now } = open('always')
  focus('#a')
  type('x')
  expect(now()).toBe('a')
  close()
  focus('#a')
  expect(now()).toBeUndefined()
  focus('#b')
  expect(now()).toBe('b')
})

it('never it opens', () => {
  const { touch, focus, now } = open('never')
  touch('#a')
  focus('#b')
  expect(now()).toBeUndefined()
})

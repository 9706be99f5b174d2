// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const SEND = '@code-pad button[data-action="send"]'
/** Longer than a button rests after its meaning has changed. */
const AFTER_REST_MS = 1_000

beforeEach(() => localStorage.clear())

/** The counter with one ready order, and what a person does at its code pad. */
async function openPad(more: Partial<Ticket> = {}) {
  const order = ticket('1', { status: 'READY', orderType: 'TAKEOUT', pickupCode: '731', ...more })
  const settings = settingsWith({ view: 'counter' })
  const opened = await openInDom(snapshotOf([order], { settings }))
  const { find, gone, press, runFor, ok, calls, words } = opened
  let tapped = 0
  const tap: typeof opened.tap = (...to) => {
    tapped += 1
    return opened.tap(...to)
  }
  const open = async (): Promise<void> => {
    await tap('main button[data-action="validateCode"]')
    await find('@code-pad')
  }
  const keys = async (code: string): Promise<void> => {
    for (const key of code) await tap('@code-pad .code-keys button', key)
  }
  await open()
  return {
    ...opened,
    tap,
    taps: () => tapped,
    keys,
    answerWith: (isValid: boolean) => ok('order:validate-code', { isValid }),
    outcome: (kind: string) => find(`@code-pad [data-outcome="${kind}"]`),
    send: async (): Promise<void> => {
      await runFor(AFTER_REST_MS)
      await tap(SEND)
    },
    again: async (): Promise<void> => {
      await press('Escape')
      await gone('@code-pad')
      await open()
    },
    sent: () => calls('order:validate-code').map((args) => Reflect.get(Object(args), 'code')),
    button: () => words(SEND),
  }
}

/** A pad after three accepted codes with these numbers of digits. */
async function padAfter(lengths: readonly number[], more: Partial<Ticket> = {}) {
  const pad = await openPad(more)
  for (const length of lengths) {
    await pad.keys('7'.repeat(length))
    await pad.send()
    await pad.outcome('valid')
    await pad.again()
  }
  return { ...pad, sentNow: () => pad.sent().slice(lengths.length) }
}

it.each<[string, readonly number[], string, readonly string[]]>([
  ['at the last digit, after three codes of one length', [4, 4, 4], '4821', ['4821']],
  ['not before the last digit', [4, 4, 4], '482', []],
  ['not after two codes, which may be alike by chance', [4, 4], '4821', []],
  ['not with codes of several lengths', [4, 4, 6], '482100', []],
  ['at the length of the last three codes', [4, 6, 6, 6], '482100', ['482100']],
])('the code pad checks by itself %s', async (_when, lengths, typed, expected) => {
  const { keys, sentNow } = await padAfter(lengths)
  await keys(typed)
  expect(sentNow()).toEqual(expected)
})

it('a code of six digits and the hand-over are at most eight taps, once the length is known', async () => {
  const MOST_TAPS = 8
  const { tap, find, gone, press, runFor, outcome, calls, taps } = await padAfter([6, 6, 6])
  await press('Escape')
  await gone('@code-pad')
  const before = taps()
  await tap('main button[data-action="validateCode"]')
  await find('@code-pad')
  for (const key of '482100') await tap('@code-pad .code-keys button', key)
  await outcome('valid')
  await runFor(AFTER_REST_MS)
  await tap(SEND)
  await gone('@code-pad')
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: 'delivered' }])
  expect(taps() - before).toBeLessThanOrEqual(MOST_TAPS)
})

it('after the first check of an opening, only the button checks: a wrong code costs an attempt', async () => {
  const { keys, answerWith, outcome, send, sentNow } = await padAfter([4, 4, 4])
  answerWith(false)
  await keys('9999')
  await outcome('invalid')
  await keys('4821')
  expect(sentNow()).toEqual(['9999'])
  await send()
  expect(sentNow()).toEqual(['9999', '4821'])
})

it.each<[string, Partial<Ticket>]>([
  ['delivered', { orderType: 'TAKEOUT' }],
  ['dispatch', { orderType: 'DELIVERY' }],
])('after a right code the button in its place is the step "%s"; a double tap does not make it', async (step, more) => {
  const { keys, send, outcome, button, find, tap, runFor, gone, calls } = await openPad(more)
  await keys('4821')
  await send()
  await outcome('valid')
  expect(button()).toBe(step === 'delivered' ? 'Entregar' : 'Saiu')
  await tap(SEND)
  expect(calls('order:act')).toEqual([])
  await runFor(AFTER_REST_MS)
  await tap(SEND)
  await gone('@code-pad')
  expect(calls('order:act')).toEqual([{ orderId: 'order-1', action: step }])
  await find('main [data-order-id="order-1"]')
})

it('another code, also the same one typed again, is to be checked before the hand-over', async () => {
  const { keys, send, outcome, button, push, find } = await openPad()
  await keys('4821')
  await send()
  await outcome('valid')
  await keys('4')
  expect(button()).toBe('Conferir')
  await keys('821')
  await send()
  await outcome('valid')
  await push({
    changed: [ticket('1', { status: 'CANCELLED', actions: [], cancelled: { at: 0, acknowledged: false } })],
  })
  await find(`${SEND}:disabled`, 'Conferir')
})

it('an answer that does not tell whether the code is right is no approval: the button checks again', async () => {
  const { keys, send, outcome, button, find, sent } = await openPad()
  window.harness.answers['order:validate-code'] = { ok: false, code: 'code-unclear', message: '' }
  await keys('4821')
  await send()
  await outcome('failed')
  await find('@code-pad .code-outcome', 'A plataforma não disse se o código está certo. Não entregue ainda')
  expect(button()).toBe('Conferir')
  await send()
  expect(sent()).toEqual(['4821', '4821'])
})

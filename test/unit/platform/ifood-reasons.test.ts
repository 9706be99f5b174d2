import { describe, expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'
import type { ShapedBody } from '../../../electron/platform/shaped-body.ts'

const read = (body: ShapedBody) => IFOOD.reasons?.read({ kind: 'reply', status: 200, body })
const reasons = (value: unknown) => read({ kind: 'json', value })
const of = (code: unknown, description: unknown = 'Sem entregador') => ({ cancelCodeId: code, description })
const one = [{ code: '501', text: 'Sem entregador' }]

describe('the reasons for which an order may be cancelled', () => {
  it.each<[string, unknown, unknown]>([
    ['of the live host', [of('501')], one],
    ['of the documentation', { reasons: [{ code: '501', description: 'Sem entregador' }] }, one],
    ['in a wrapper', { data: [of('501')] }, one],
    ['with a number as code', [of(501)], one],
    [
      'that are codes alone',
      ['501', 509],
      [
        { code: '501', text: '501' },
        { code: '509', text: '509' },
      ],
    ],
    ['without a visible text', [of('501', '\u200b')], [{ code: '501', text: '501' }]],
    ['of which two have one code', [of('501'), of('501', 'other')], one],
    ['beside one whose code no tap takes', [of('c'.repeat(101)), of('501')], one],
  ])('%s', (_form, sent, expected) => {
    expect(reasons(sent)).toEqual(expected)
  })

  it('are none now without a body or with an empty list', () => {
    expect([read({ kind: 'none' }), reasons([]), reasons({ reasons: [] })]).toEqual([[], [], []])
  })

  it.each([[[null]], [[{}]], [[of('c'.repeat(101))]], [[of(' ')]], ['text'], [{ reasons: null }]])(
    'are not said to be none when they cannot be read: %j',
    (sent) => {
      expect(reasons(sent)).toBeUndefined()
    },
  )

  it('are at most fifty', () => {
    const all = reasons(Array.from({ length: 10_000 }, (_, code) => of(code)))
    expect([all?.length, all?.[0]?.code, all?.at(-1)?.code]).toEqual([50, '0', '49'])
  })
})

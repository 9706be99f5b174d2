import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEX_OF_BODY, isSignedByAny } from '../../../electron/listening/signature.ts'
import { createSigningSecrets, ROTATION_WINDOW_MS } from '../../../electron/webhook/delivery.ts'
import { fail, ok } from '../../../shared/result.ts'

/** The two public vectors (docs/protocol.md, "Webhook"); the same event, once with spaces. */
const SECRET = 'dummysecret'
const COMPACT =
  '{"code":"PLC","createdAt":"2023-02-20T18:19:03.20162269Z","fullCode":"PLACED","id":"a38ba215-f949-4b2c-982a-0582a9d0c10e","merchantId":"cad65e8f-6fc6-438a-b159-e64a902a6b9a","orderId":"2c97e104-35ed-4c18-85d7-854a40b6b9e3"}'
const SPACED = COMPACT.replace('{', '{ ').replaceAll(',', ', ').replace('}', ' }')
const VECTORS = [
  ['compact', COMPACT, '6f9ed23a7b505a3b6907c5f6eb2ad1b056fbf35a643d365a9a072ed7aabca153'],
  ['spaced', SPACED, 'cf7e092c9148a48f5ee5f12b947f46b331eac6bf0745e1e1d0f3df722e219df3'],
] as const
const [[, , SIGNATURE]] = VECTORS
const MUTATIONS = 10_000

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')
const sign = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex')

describe('the public vectors for a signature', () => {
  it.each(VECTORS)('contain this one: %s', (_name, body, signature) => {
    expect(isSignedByAny([SECRET], bytes(body), signature)).toBe(true)
    expect(isSignedByAny(['dummysecreT'], bytes(body), signature)).toBe(false)
  })

  it('sign bytes: a body that is parsed and written again does not match', () => {
    const [, [, spaced, signature]] = VECTORS
    expect(isSignedByAny([SECRET], bytes(JSON.stringify(JSON.parse(spaced))), signature)).toBe(false)
    expect(isSignedByAny([SECRET], bytes(COMPACT), signature)).toBe(false)
  })
})

describe('the form of the header', () => {
  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['upper case', SIGNATURE.toUpperCase()],
    ['short by one', SIGNATURE.slice(1)],
    ['long by one', `${SIGNATURE}0`],
    ['with a prefix', `sha256=${SIGNATURE}`],
    ['with a space', ` ${SIGNATURE}`],
    ['with a line break', `${SIGNATURE}\n`],
    ['sent twice', `${SIGNATURE}, ${SIGNATURE}`],
    ['a list', [SIGNATURE]],
    ['base64', Buffer.from(SIGNATURE, 'hex').toString('base64')],
    ['a letter beyond f', `g${SIGNATURE.slice(1)}`],
    ['full-width digits', SIGNATURE.replace('6', '６')],
  ])('%s is refused', (_what, header) => {
    expect(typeof header === 'string' && HEX_OF_BODY.read(header)).toBeFalsy()
    expect(isSignedByAny([SECRET], bytes(COMPACT), header)).toBe(false)
  })
})

describe('a forged delivery', () => {
  it(`is refused, in ${MUTATIONS} mutations of body and signature`, () => {
    const body = bytes(COMPACT)
    const flipped = (at: number, bit: number, from: Buffer): Buffer => {
      const copy = Buffer.from(from)
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
      return copy
    }
    const mutation = fc.oneof(
      fc
        .tuple(fc.nat(body.length - 1), fc.nat(7))
        .map(([at, bit]) => ({ body: flipped(at, bit, body), header: SIGNATURE })),
      fc.tuple(fc.nat(31), fc.nat(7)).map(([at, bit]) => ({
        body,
        header: flipped(at, bit, Buffer.from(SIGNATURE, 'hex')).toString('hex'),
      })),
      fc.tuple(fc.nat(body.length), fc.uint8Array({ minLength: 1, maxLength: 20 })).map(([at, more]) => ({
        body: Buffer.concat([body.subarray(0, at), more, body.subarray(at)]),
        header: SIGNATURE,
      })),
      fc.nat(body.length - 1).map((length) => ({ body: body.subarray(0, length), header: SIGNATURE })),
      fc
        .string({ minLength: 1 })
        .filter((secret) => secret !== SECRET)
        .map((secret) => ({ body, header: sign(secret, body) })),
      fc
        .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
        .map((header) => ({ body, header })),
      fc.string({ minLength: 60, maxLength: 68 }).map((header) => ({ body, header })),
    )
    let judged = 0
    fc.assert(
      fc.property(mutation, (forged) => {
        if (forged.body.equals(body) && forged.header === SIGNATURE) return
        judged += 1
        expect(isSignedByAny([SECRET], forged.body, forged.header)).toBe(false)
      }),
      { numRuns: MUTATIONS + 50 },
    )
    expect(judged).toBeGreaterThanOrEqual(MUTATIONS)
  })

  it('cannot be signed with an empty secret', () => {
    expect(() => isSignedByAny([''], bytes(COMPACT), sign('', bytes(COMPACT)))).toThrow('never empty')
  })
})

function rotating() {
  let now = 0
  let secret: string | undefined = 'first'
  const secrets = createSigningSecrets(
    async () =>
      secret === undefined
        ? fail('keychain-locked', 'locked')
        : ok({ apiUrl: 'https://x/h/od/v2', clientId: 'c', clientSecret: secret, scope: 's' }),
    () => now,
  )
  return {
    secrets,
    rotate: (to: string | undefined) => {
      secret = to
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('the previous secret is accepted for an hour after the change, and no longer', async () => {
  const { secrets, rotate, pass } = rotating()
  expect(await secrets()).toEqual(['first'])
  rotate('second')
  expect(await secrets()).toEqual(['second', 'first'])
  pass(ROTATION_WINDOW_MS - 1)
  expect(await secrets()).toEqual(['second', 'first'])
  pass(1)
  expect(await secrets()).toEqual(['second'])
})

it('without a connection there is no secret, and the previous one is accepted again afterwards', async () => {
  const { secrets, rotate } = rotating()
  await secrets()
  rotate(undefined)
  expect(await secrets()).toEqual([])
  rotate('second')
  expect(await secrets()).toEqual(['second', 'first'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumOf, seal, storable, unseal } from '../../../electron/storage/sealed-table.ts'

test('the checksum is CRC-32 of the canonical form', () => {
  // CRC-32 of the bytes `["orders","o1",1,null]`. The files of all shops have checksums in this form: it must never
  // change.
  expect(checksumOf('orders', ['o1', 1, null])).toBe(1_833_453_140)
})

test('it differs for texts, numbers and NULL, for neighbouring values and for tables', () => {
  const forms = [
    checksumOf('t', ['1']),
    checksumOf('t', [1]),
    checksumOf('t', [null]),
    checksumOf('t', ['null']),
    checksumOf('t', ['a', 'b']),
    checksumOf('t', ['ab', '']),
    checksumOf('u', ['1']),
  ]
  expect(new Set(forms).size).toBe(forms.length)
})

test('numbers become integers, texts well-formed; NaN is a defect', () => {
  expect([storable(1.6), storable('a\ud800'), storable(null)]).toEqual([2, 'a\ufffd', null])
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => storable(value)).toThrow(new RangeError(`Not a storable number: ${value}`))
  }
})

test('property: a sealed row opens, and does not after any single change', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.nat(), value, (values, position, other) => {
      const sealed = seal('t', values)
      expect(unseal('t', sealed)).toEqual(values.map(storable))
      const at = position % sealed.length
      fc.pre(!Object.is(sealed[at], storable(other)))
      expect(unseal('t', sealed.with(at, storable(other)))).toBeUndefined()
    }),
  )
})

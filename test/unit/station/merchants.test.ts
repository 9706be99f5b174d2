import { describe, expect, it } from 'vitest'
import { createMerchants } from '../../../electron/station/board-projection.ts'

describe('the label of an establishment', () => {
  it('is its name when no other establishment has this name', () => {
    const merchants = createMerchants()
    expect(merchants.record({ id: 'm-1', name: 'Cantina' })).toBe(false)
    expect(merchants.record({ id: 'm-2', name: 'Forno' })).toBe(false)
    expect(merchants.label({ id: 'm-1', name: 'Cantina' })).toBe('Cantina')
  })

  it('contains the code, or the end of the id, if two have the same name', () => {
    const merchants = createMerchants()
    merchants.record({ id: 'm-1', name: 'Cantina' })
    expect(merchants.record({ id: 'm-2', name: 'cantina ' })).toBe(true)
    expect(merchants.label({ id: 'm-1', name: 'Cantina' })).toBe('Cantina · m-1')
    expect(merchants.label({ id: 'm-2', name: 'cantina ' })).toBe('cantina · m-2')
    merchants.record({ id: 'm-3', name: 'Cantina', externalCode: 'SP-03' })
    expect(merchants.label({ id: 'm-3', name: 'Cantina', externalCode: 'SP-03' })).toBe('Cantina · SP-03')
  })

  it('contains the whole id if the ends are equal', () => {
    const merchants = createMerchants()
    merchants.record({ id: 'north-12345678', name: 'Cantina' })
    merchants.record({ id: 'south-12345678', name: 'Cantina' })
    expect(merchants.label({ id: 'south-12345678', name: 'Cantina' })).toBe('Cantina · south-12345678')
  })

  it('is the code or the id without a name', () => {
    const merchants = createMerchants()
    expect(merchants.label({ id: 'm-1' })).toBe('m-1')
    expect(merchants.label({ id: 'm-1', name: ' ', externalCode: 'SP' })).toBe('SP')
    expect(merchants.label(undefined)).toBeUndefined()
  })

  it.each(['constructor', '__proto__', 'toString'])('treats %s as an ordinary name and id', (word) => {
    const merchants = createMerchants()
    merchants.record({ id: word, name: word })
    expect(merchants.label({ id: word, name: word })).toBe(word)
    merchants.record({ id: 'm-2', name: word })
    expect(merchants.label({ id: word, name: word })).toBe(`${word} · ${word.slice(-8)}`)
  })
})

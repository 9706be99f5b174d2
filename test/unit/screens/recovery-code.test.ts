import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newRecoveryCode, readRecoveryCode } from '../../../electron/screens/moving/copy-keys.ts'

const FORM = /^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/u

describe('the recovery code', () => {
  it('has seven groups of four symbols without I, L, O and U, and no two are the same', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode)
    for (const code of codes) expect(code).toMatch(FORM)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('is accepted in every form in which a person may type it', () => {
    for (let time = 0; time < 50; time += 1) {
      const code = newRecoveryCode()
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(readRecoveryCode(typed)).toBe(code)
    }
  })

  it('is refused with one wrong symbol, and with two swapped symbols', () => {
    const symbols = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
    fc.assert(
      fc.property(fc.nat(27), fc.nat(31), (place, other) => {
        const code = newRecoveryCode().replaceAll('-', '')
        const changed = `${code.slice(0, place)}${symbols[other]}${code.slice(place + 1)}`
        expect(readRecoveryCode(changed)).toBe(changed === code ? readRecoveryCode(code) : undefined)
        const next = place === 27 ? 26 : place
        const swapped = `${code.slice(0, next)}${code[next + 1]}${code[next]}${code.slice(next + 2)}`
        if (swapped !== code) expect(readRecoveryCode(swapped)).toBeUndefined()
      }),
    )
  })

  it.each(['', '0000', 'U'.repeat(28), `${newRecoveryCode()}0`])('is refused as %j', (text) => {
    expect(readRecoveryCode(text)).toBeUndefined()
  })
})

import { randomInt } from 'node:crypto'

/** Crockford's base32: without I, L, O and U, which are misread in handwriting. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 27 symbols of five bits: 135 bits. */
const DATA_SYMBOLS = 27
/** Crockford's check: the number modulo 37. Codes whose check is one of the five extra symbols are not used. */
const CHECK_MODULUS = 37n
const BASE = 32n
const GROUP = 4

const numberOf = (symbols: string): bigint =>
  [...symbols].reduce((sum, symbol) => sum * BASE + BigInt(SYMBOLS.indexOf(symbol)), 0n)
const checkOf = (data: string): string | undefined => SYMBOLS[Number(numberOf(data) % CHECK_MODULUS)]

const inGroups = (code: string): string => (code.match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? []).join('-')

/** A new code of seven groups of four symbols, the last of which is the check. */
export function newRecoveryCode(): string {
  for (;;) {
    const data = Array.from({ length: DATA_SYMBOLS }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
    const check = checkOf(data)
    if (check !== undefined) return inGroups(`${data}${check}`)
  }
}

/**
 * The code in its normal form. Ignores groups and case; reads O as 0, and I and L as 1. `undefined`: the code has a
 * mistake.
 */
export function readRecoveryCode(text: string): string | undefined {
  const symbols = text.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/gu, '1')
  if (symbols.length !== DATA_SYMBOLS + 1 || [...symbols].some((symbol) => !SYMBOLS.includes(symbol))) return undefined
  return checkOf(symbols.slice(0, DATA_SYMBOLS)) === symbols.at(-1) ? inGroups(symbols) : undefined
}

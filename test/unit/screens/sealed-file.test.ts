import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type CopyHeader,
  MAGIC,
  openSealedFile,
  readCopyHeader,
  sealFile,
} from '../../../electron/screens/moving/sealed-file.ts'

const PIECE = 256 * 1_024
const folder = mkdtempSync(join(tmpdir(), 'comanda-sealed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = randomBytes(32)
const headerOf = (plainBytes: number): CopyHeader => ({
  shop: randomUUID(),
  generation: 1,
  sequence: 7,
  madeAt: 1_700_000_000_000,
  ledgerVersion: 120,
  plainBytes,
  salt: randomBytes(32).toString('base64'),
  wraps: { byStation: 'AAAA', byCode: { salt: 'AAAA', cost: 1_024, key: 'AAAA' } },
})

let count = 0
async function sealed(plain: Buffer) {
  count += 1
  const source = join(folder, `plain-${count}`)
  const path = join(folder, `sealed-${count}`)
  writeFileSync(source, plain)
  const header = headerOf(plain.length)
  const info = await sealFile(source, path, header, key)
  return { path, header, info, target: join(folder, `opened-${count}`) }
}

describe('a sealed copy', () => {
  it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 17])(
    'of %d bytes is the same after it was opened',
    async (bytes) => {
      const plain = randomBytes(bytes)
      const { path, header, info, target } = await sealed(plain)
      const file = readFileSync(path)
      expect(info).toEqual({ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') })
      expect(await readCopyHeader(path)).toEqual({ ok: true, value: header })
      expect(await openSealedFile(path, target, key)).toEqual({ ok: true, value: header })
      expect(readFileSync(target).equals(plain)).toBe(true)
    },
  )

  it('contains no plain text of the ledger', async () => {
    const plain = Buffer.alloc(2 * PIECE, 'Maria da Silva, Rua das Flores 12 ')
    const { path } = await sealed(plain)
    expect(readFileSync(path).includes('Maria')).toBe(false)
  })

  it('does not open with another key, and leaves no file behind', async () => {
    const { path, target } = await sealed(randomBytes(1_000))
    expect(await openSealedFile(path, target, randomBytes(32))).toMatchObject({ ok: false, code: 'changed' })
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('does not open when any single bit has changed', async () => {
    const { path, target } = await sealed(randomBytes(600))
    const whole = readFileSync(path)
    for (let place = 0; place < whole.length; place += 1) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8))
      writeFileSync(path, changed)
      expect({ place, ok: (await openSealedFile(path, target, key)).ok }).toEqual({ place, ok: false })
    }
    writeFileSync(path, whole)
    expect(await openSealedFile(path, target, key)).toMatchObject({ ok: true })
  })

  it('does not open when it was cut at any place, or extended', async () => {
    const { path, target } = await sealed(randomBytes(PIECE + 300))
    const whole = readFileSync(path)
    const cuts = [0, 5, MAGIC.length, MAGIC.length + 3, 100, 700, PIECE, whole.length - 316, whole.length - 1]
    for (const length of cuts) {
      writeFileSync(path, whole.subarray(0, length))
      expect({ length, ok: (await openSealedFile(path, target, key)).ok }).toEqual({ length, ok: false })
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]))
    expect(await openSealedFile(path, target, key)).toMatchObject({ ok: false, code: 'cut' })
  })

  it('does not open when two of its pieces were exchanged', async () => {
    const { path, target } = await sealed(randomBytes(3 * PIECE))
    const whole = readFileSync(path)
    const piece = PIECE + 16
    const start = whole.length - 3 * piece
    const at = (index: number) => whole.subarray(start + index * piece, start + (index + 1) * piece)
    writeFileSync(path, Buffer.concat([whole.subarray(0, start), at(1), at(0), at(2)]))
    expect(await openSealedFile(path, target, key)).toMatchObject({ ok: false, code: 'changed' })
  })
})

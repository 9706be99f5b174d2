import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CopyStore, openCopyStore } from '../../../electron/screens/moving/copy-store.ts'
import type { CopyFacts } from '../../../electron/screens/moving/sealed-file.ts'
import { sealFile } from '../../../electron/screens/moving/sealed-file.ts'

const root = mkdtempSync(join(tmpdir(), 'comanda-copyStore-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const shop = randomUUID()

let count = 0
async function made(sequence: number, choices: { generation?: number; shop?: string } = {}) {
  count += 1
  const source = join(root, `plain-${count}`)
  const path = join(root, `sealed-${count}`)
  const plain = randomBytes(5_000)
  writeFileSync(source, plain)
  const facts = { shop, generation: 0, ...choices, sequence, madeAt: 1_000 + sequence, ledgerVersion: 120 }
  const wraps = { byStation: 'AAAA', byCode: { salt: 'AAAA', cost: 1_024, key: 'AAAA' } }
  const header = { ...facts, plainBytes: plain.length, salt: randomBytes(32).toString('base64'), wraps }
  const info = await sealFile(source, path, header, randomBytes(32))
  return { facts: { ...facts, ...info } satisfies CopyFacts, bytes: readFileSync(path) }
}

async function addCopy(copyStore: CopyStore, { facts, bytes }: { facts: CopyFacts; bytes: Buffer }) {
  const begun = await copyStore.begin(facts)
  if (!begun.ok) return begun
  for (let at = 0; at < bytes.length; at += 1_000) {
    const added = begun.value.add(bytes.subarray(at, at + 1_000))
    if (!added.ok) return added
  }
  return begun.value.finish()
}
const sequences = async (copyStore: CopyStore) => (await copyStore.list()).map(({ header }) => header.sequence)
const newStore = () => {
  const folder = mkdtempSync(join(root, 'folder-'))
  return { folder, copyStore: openCopyStore(folder) }
}

describe('the copies of the ledger that a screen keeps for its main computer', () => {
  it('are the newest two', async () => {
    const { folder, copyStore } = newStore()
    for (const sequence of [1, 2, 3])
      expect(await addCopy(copyStore, await made(sequence))).toEqual({ ok: true, value: null })
    expect(await sequences(copyStore)).toEqual([3, 2])
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('are never replaced by an older copy; a copy of a later generation is newer', async () => {
    const { copyStore } = newStore()
    await addCopy(copyStore, await made(5))
    expect(await addCopy(copyStore, await made(4))).toMatchObject({ ok: false, code: 'older' })
    expect(await addCopy(copyStore, await made(5))).toMatchObject({ ok: false, code: 'older' })
    expect(await addCopy(copyStore, await made(1, { generation: 1 }))).toMatchObject({ ok: true })
    expect(await addCopy(copyStore, await made(6))).toMatchObject({ ok: false, code: 'older' })
    expect(await sequences(copyStore)).toEqual([1, 5])
  })

  it('include only announced copies', async () => {
    const { folder, copyStore } = newStore()
    const good = await made(1)
    const changed = Buffer.from(good.bytes)
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
    expect(await addCopy(copyStore, { ...good, bytes: changed })).toMatchObject({ ok: false, code: 'damaged' })
    expect(await addCopy(copyStore, { ...good, bytes: good.bytes.subarray(0, -1) })).toMatchObject({ code: 'damaged' })
    expect(await addCopy(copyStore, { ...good, bytes: Buffer.concat([good.bytes, changed]) })).toMatchObject({
      code: 'damaged',
    })
    expect(await addCopy(copyStore, { ...good, facts: { ...good.facts, sequence: 9 } })).toMatchObject({
      code: 'damaged',
    })
    expect(await addCopy(copyStore, { ...good, facts: { ...good.facts, bytes: 2 ** 40 } })).toMatchObject({
      code: 'too-large',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('include the copy of another shop until there are two copies of this shop', async () => {
    const { copyStore } = newStore()
    await addCopy(copyStore, await made(50, { shop: randomUUID() }))
    await addCopy(copyStore, await made(1))
    expect(await copyStore.list()).toHaveLength(2)
    await addCopy(copyStore, await made(2))
    expect(await sequences(copyStore)).toEqual([2, 1])
  })
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSealedFileStore, newKey } from '../sealed-file-store.ts'

describe('the file of secrets', () => {
  let folder: string
  let path: string
  const key = newKey()
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-sealed-'))
    path = join(folder, 'profile', 'secrets.sealed')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('returns the entries only with the same key, and can be read only by its owner', async () => {
    const store = createSealedFileStore(path, key)
    expect(await store.read('one')).toEqual({ ok: true, value: undefined })
    expect(await store.write('one', 'hunter2 ção')).toMatchObject({ ok: true })
    expect(await store.write('two', 'second')).toMatchObject({ ok: true })
    expect(await createSealedFileStore(path, `${key}\n`).read('one')).toEqual({ ok: true, value: 'hunter2 ção' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).not.toContain('hunter2')
    expect(await createSealedFileStore(path, newKey()).read('one')).toMatchObject({ ok: false, code: 'denied' })
  })

  it('stores nothing when it is opened with another key, and loses nothing', async () => {
    await createSealedFileStore(path, key).write('one', 'first')
    const other = createSealedFileStore(path, newKey())
    expect(await other.write('two', 'second')).toMatchObject({ ok: false, code: 'denied' })
    expect(await other.erase('one')).toMatchObject({ ok: false, code: 'denied' })
    expect(await other.state()).toBe('denied')
    expect(await createSealedFileStore(path, key).read('one')).toEqual({ ok: true, value: 'first' })
  })

  it('erases entries, and never treats a damaged file as empty', async () => {
    const store = createSealedFileStore(path, key)
    await store.write('one', 'first')
    expect(await store.erase('one')).toEqual({ ok: true, value: null })
    expect(await store.read('one')).toEqual({ ok: true, value: undefined })
    writeFileSync(path, '{"version":1')
    expect(await store.read('one')).toMatchObject({ ok: false, code: 'failing' })
    expect(await store.write('one', 'first')).toMatchObject({ ok: false, code: 'failing' })
  })
})

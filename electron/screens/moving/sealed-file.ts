import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { parseJsonText } from '../../../shared/json-text.ts'
import { fail, messageOf, ok, type Result } from '../../../shared/result.ts'
import { openHandle } from '../../files/regular-file.ts'
import { placeFile } from '../../storage/durable-files.ts'
import { type CopyHeader, copyHeaderSchema, MAGIC, MAX_HEADER_BYTES } from './copy-header.ts'
import { KEY_BYTES } from './key-wrap.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LENGTH_BYTES = 4
const FILE_MODE = 0o600
/** A piece is sealed in less than 1 ms; taps are answered between two pieces. */
const PIECE_BYTES = 256 * 1_024
const PURPOSE = 'comanda ledger copy 1'

/**
 * `cut`: the file ends before its last piece, or continues after it. `changed`: a piece or the header was changed, or
 * the key is wrong. `no-copy`: not a file of this kind.
 */
export type SealTrouble = 'no-copy' | 'cut' | 'changed' | 'disk'

export type SealedInfo = {
  /** Of the whole sealed file. */
  readonly bytes: number
  /** Of the whole sealed file, hexadecimal. */
  readonly sha256: string
}

const fileKeyOf = (shopKey: Buffer, { salt }: CopyHeader): Buffer =>
  Buffer.from(hkdfSync('sha256', shopKey, Buffer.from(salt, 'base64'), PURPOSE, KEY_BYTES))

/**
 * The nonce is the number of the piece, so that a moved piece does not open. The header, which each piece
 * authenticates, has the total size.
 */
function nonceOf(piece: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(piece, NONCE_BYTES - LENGTH_BYTES)
  return nonce
}

/** Reads until the buffer is full or the file ends. */
async function readFully(file: FileHandle, buffer: Buffer): Promise<Buffer> {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

function headerBytesOf(header: CopyHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(json.length)
  return Buffer.concat([MAGIC, length, json])
}

/**
 * Seals the file `source` into `target`, piece by piece, with a turn of the event loop in between. `target` gets its
 * name when it is complete and durable. Rejects when the disk refuses.
 */
export async function sealFile(
  source: string,
  target: string,
  header: CopyHeader,
  shopKey: Buffer,
): Promise<SealedInfo> {
  const key = fileKeyOf(shopKey, header)
  const head = headerBytesOf(header)
  const hash = createHash('sha256')
  const draft = `${target}.part`
  let bytes = 0
  const from = await openHandle(source)
  try {
    const to = await open(draft, 'w', FILE_MODE)
    try {
      const put = async (part: Buffer): Promise<void> => {
        hash.update(part)
        bytes += part.length
        await to.writeFile(part)
      }
      await put(head)
      const pieces = Math.max(1, Math.ceil(header.plainBytes / PIECE_BYTES))
      for (let piece = 0; piece < pieces; piece += 1) {
        const isLast = piece === pieces - 1
        const wanted = isLast ? header.plainBytes - piece * PIECE_BYTES : PIECE_BYTES
        const plain = await readFully(from, Buffer.alloc(wanted))
        if (plain.length !== wanted) throw new Error('the ledger’s copy is shorter than it was')
        const cipher = createCipheriv(CIPHER, key, nonceOf(piece))
        cipher.setAAD(head)
        await put(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
      }
    } finally {
      await to.close()
    }
    placeFile(draft, target)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await from.close()
    await rm(draft, { force: true })
  }
}

type Head = { readonly header: CopyHeader; readonly bytes: Buffer }

async function readHead(file: FileHandle): Promise<Result<Head, SealTrouble>> {
  const start = await readFully(file, Buffer.alloc(MAGIC.length + LENGTH_BYTES))
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) return fail('no-copy', 'the file is no copy of a ledger')
  if (start.length < MAGIC.length + LENGTH_BYTES) return fail('cut', 'the file ends within its header')
  const length = start.readUInt32BE(MAGIC.length)
  if (length > MAX_HEADER_BYTES) return fail('changed', 'the header is too long')
  const json = await readFully(file, Buffer.alloc(length))
  if (json.length < length) return fail('cut', 'the file ends within its header')
  const header = copyHeaderSchema.safeParse(parseJsonText(json.toString('utf8')))
  if (!header.success) return fail('changed', 'the header cannot be read')
  return ok({ header: header.data, bytes: Buffer.concat([start, json]) })
}

/** Reads the header, which is not authenticated before `openSealedFile`. */
export async function readCopyHeader(path: string): Promise<Result<CopyHeader, SealTrouble>> {
  try {
    const file = await openHandle(path)
    try {
      const head = await readHead(file)
      return head.ok ? ok(head.value.header) : head
    } finally {
      await file.close()
    }
  } catch (error) {
    return fail('disk', messageOf(error))
  }
}

function openPiece(key: Buffer, head: Buffer, sealed: Buffer, nonce: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(head)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

async function unseal(from: FileHandle, to: FileHandle, shopKey: Buffer): Promise<Result<CopyHeader, SealTrouble>> {
  const head = await readHead(from)
  if (!head.ok) return head
  const { header, bytes } = head.value
  const key = fileKeyOf(shopKey, header)
  const pieces = Math.max(1, Math.ceil(header.plainBytes / PIECE_BYTES))
  for (let piece = 0; piece < pieces; piece += 1) {
    const isLast = piece === pieces - 1
    const wanted = (isLast ? header.plainBytes - piece * PIECE_BYTES : PIECE_BYTES) + TAG_BYTES
    const sealed = await readFully(from, Buffer.alloc(wanted))
    if (sealed.length < wanted) return fail('cut', `the file ends in piece ${piece} of ${pieces}`)
    // SECURITY: copies-sealed (docs/security.md). Nothing of a piece is used before its tag was checked.
    const plain = openPiece(key, bytes, sealed, nonceOf(piece))
    if (plain === undefined) return fail('changed', `piece ${piece} is not what was sealed, or the key is another one`)
    await to.writeFile(plain)
  }
  const rest = await readFully(from, Buffer.alloc(1))
  return rest.length === 0 ? ok(header) : fail('cut', 'the file goes on after its last piece')
}

/** Opens a sealed file into `target`, which gets its name when every piece was authenticated. */
export async function openSealedFile(
  path: string,
  target: string,
  shopKey: Buffer,
): Promise<Result<CopyHeader, SealTrouble>> {
  const draft = `${target}.part`
  try {
    const from = await openHandle(path)
    try {
      const to = await open(draft, 'w', FILE_MODE)
      let opened: Result<CopyHeader, SealTrouble>
      try {
        opened = await unseal(from, to, shopKey)
      } finally {
        await to.close()
      }
      if (opened.ok) placeFile(draft, target)
      return opened
    } finally {
      await from.close()
    }
  } catch (error) {
    return fail('disk', messageOf(error))
  } finally {
    await rm(draft, { force: true })
  }
}

import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonText } from '../../../shared/json-text.ts'
import { fail, messageOf, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../files/name-conflicts.ts'
import { openHandle, withFile } from '../../files/regular-file.ts'
import { decrypt, encrypt, KEY_BYTES, NONCE_BYTES, TAG_BYTES } from '../../secrets/cipher.ts'
import { placeFile } from '../../storage/durable-files.ts'
import { type CopyKeys, type KeysTrouble, readRecoveryCode, unwrapWithCode, wrapsSchema } from './copy-keys.ts'

export const MAGIC = Buffer.from('COMANDA COPY 1\n')
/** Wraps and numbers: about 600 bytes. */
export const MAX_HEADER_BYTES = 4_096
/** A shop's ledger has a few MB. */
export const MAX_COPY_BYTES = 256 * 1_048_576

const count = z.number().int().min(0)

/** The header of a sealed copy, not encrypted. Each sealed piece authenticates the whole header. */
const copyHeaderSchema = z.strictObject({
  /** The shop whose ledger it is: a random id that stays the same when the ledger moves to another machine. */
  shop: z.uuid(),
  /** How often the main computer's role has moved: a copy of a lower generation is from a former main computer. */
  generation: count,
  /** Counts the copies of one generation. */
  sequence: count,
  /** When the ledger was copied, epoch ms. */
  madeAt: count,
  /** Schema version of the ledger in the copy. */
  ledgerVersion: count,
  /** Size of the ledger in the copy, in bytes. */
  plainBytes: count,
  /**
   * Input for the key of this file, which is derived from the key of the shop: no two files share a key, so a counter
   * is a safe nonce.
   */
  salt: z.base64().max(64),
  wraps: wrapsSchema,
})
export type CopyHeader = z.infer<typeof copyHeaderSchema>

/** Identifies a copy among those of one shop, and its age. */
type CopyOrder = Pick<CopyHeader, 'generation' | 'sequence'>

export const isNewer = (one: CopyOrder, other: CopyOrder): boolean =>
  one.generation === other.generation ? one.sequence > other.sequence : one.generation > other.generation

const LENGTH_BYTES = 4
const FILE_MODE = 0o600
/** A piece is sealed in less than 1 ms; taps are answered between two pieces. */
const PIECE_BYTES = 256 * 1_024
const PURPOSE = 'comanda ledger copy 1'

/**
 * `cut`: the file ends before its last piece, or continues after it. `changed`: a piece or the header was changed, or
 * the key is wrong. `no-copy`: not a file of this kind.
 */
type SealTrouble = 'no-copy' | 'cut' | 'changed' | 'disk'

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

/** The number and the size of each piece; an empty ledger has one empty piece. One by one: the header may state any size. */
function* piecesOf({ plainBytes }: CopyHeader): Generator<readonly [piece: number, bytes: number]> {
  for (let piece = 0; piece === 0 || piece * PIECE_BYTES < plainBytes; piece += 1)
    yield [piece, Math.min(PIECE_BYTES, plainBytes - piece * PIECE_BYTES)]
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
): Promise<Pick<CopyFacts, 'bytes' | 'sha256'>> {
  const key = fileKeyOf(shopKey, header)
  const head = headerBytesOf(header)
  const hash = createHash('sha256')
  const draft = `${target}.part`
  let bytes = 0
  try {
    await withFile(openHandle(source), (from) =>
      withFile(open(draft, 'w', FILE_MODE), async (to) => {
        const put = async (part: Buffer): Promise<void> => {
          hash.update(part)
          bytes += part.length
          await to.writeFile(part)
        }
        await put(head)
        for (const [piece, wanted] of piecesOf(header)) {
          const plain = await readFully(from, Buffer.alloc(wanted))
          if (plain.length !== wanted) throw new Error('the ledger’s copy is shorter than it was')
          await put(encrypt(key, nonceOf(piece), head, plain))
        }
      }),
    )
    placeFile(draft, target)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
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
    const head = await withFile(openHandle(path), readHead)
    return head.ok ? ok(head.value.header) : head
  } catch (error) {
    return fail('disk', messageOf(error))
  }
}

async function unseal(from: FileHandle, to: FileHandle, shopKey: Buffer): Promise<Result<CopyHeader, SealTrouble>> {
  const head = await readHead(from)
  if (!head.ok) return head
  const { header, bytes } = head.value
  const key = fileKeyOf(shopKey, header)
  for (const [piece, size] of piecesOf(header)) {
    const sealed = await readFully(from, Buffer.alloc(size + TAG_BYTES))
    if (sealed.length < size + TAG_BYTES) return fail('cut', `the file ends in piece ${piece}`)
    // SECURITY: copies-sealed (docs/security.md). Nothing of a piece is used before its tag was checked.
    const plain = decrypt(key, nonceOf(piece), bytes, sealed)
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
    const opened = await withFile(openHandle(path), (from) =>
      withFile(open(draft, 'w', FILE_MODE), (to) => unseal(from, to, shopKey)),
    )
    if (opened.ok) placeFile(draft, target)
    return opened
  } catch (error) {
    return fail('disk', messageOf(error))
  } finally {
    await rm(draft, { force: true })
  }
}

/** `mistyped`: the check symbol of the code is wrong. `wrong-code`: the code belongs to another copy. */
export type OpenTrouble = SealTrouble | 'mistyped' | 'wrong-code'

type OpenedCopy = {
  readonly header: CopyHeader
  /** The key of the shop, for this machine's keychain. */
  readonly key: Buffer
}

/** Decrypts a stored copy into `target`. */
export async function openCopy(path: string, target: string, typed: string): Promise<Result<OpenedCopy, OpenTrouble>> {
  const header = await readCopyHeader(path)
  if (!header.ok) return header
  const code = readRecoveryCode(typed)
  if (code === undefined) return fail('mistyped', 'the code is not complete or has a mistake')
  const { wraps, shop } = header.value
  const key = await unwrapWithCode(code, wraps.byCode, shop)
  if (key === undefined) return fail('wrong-code', 'the code does not open this copy')
  const opened = await openSealedFile(path, target, key)
  return opened.ok ? ok({ header: opened.value, key }) : opened
}

const ENDING = '.copy'

/** The facts of a sealed copy, which screens get before its parts. */
export const copyFactsSchema = copyHeaderSchema
  .pick({ shop: true, generation: true, sequence: true, madeAt: true, ledgerVersion: true })
  .extend({
    /** Of the whole sealed file. */
    bytes: count,
    /** Of the whole sealed file, hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  })
export type CopyFacts = Readonly<z.infer<typeof copyFactsSchema>>
export type SealedCopy = {
  readonly facts: CopyFacts
  /** `undefined`: a newer copy has replaced it. */
  read(offset: number, length: number): Buffer | undefined
}

export function createCopyMaker(parts: {
  /** Folder of the sealed file. */
  readonly folder: string
  readonly keys: Pick<CopyKeys, 'current' | 'nextSequence'>
  readonly generation: () => number
  readonly ledgerVersion: number
}) {
  const { folder, keys, generation, ledgerVersion } = parts
  return {
    /** Seals a verified copy of the ledger. The file stays until the next one is complete. */
    async seal({
      path,
      at,
    }: {
      readonly path: string
      readonly at: number
    }): Promise<Result<SealedCopy, KeysTrouble | 'too-large'>> {
      const shopKey = await keys.current()
      if (!shopKey.ok) return shopKey
      const plainBytes = statSync(path).size
      if (plainBytes > MAX_COPY_BYTES) return fail('too-large', `the ledger has ${plainBytes} bytes`)
      makeFolder(folder)
      const { shop, wraps, key } = shopKey.value
      const facts = { shop, generation: generation(), sequence: keys.nextSequence(), madeAt: at, ledgerVersion }
      const name = `${facts.generation}-${facts.sequence}${ENDING}`
      const target = join(folder, name)
      const salt = randomBytes(KEY_BYTES).toString('base64')
      const sealed = await sealFile(path, target, { ...facts, plainBytes, salt, wraps }, key)
      for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { force: true })
      return ok({ facts: { ...facts, ...sealed }, read: (offset, length) => readPart(target, offset, length) })
    },
  }
}

function readPart(path: string, offset: number, length: number): Buffer | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const part = Buffer.alloc(length)
      return part.subarray(0, readSync(file, part, 0, length, offset))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** One size of the icon. */
export type Picture = {
  /** Width and height in pixels. */
  readonly size: number
  readonly png: Buffer
  /** Four bytes a pixel (red, green, blue, alpha), line by line from the top. */
  readonly rgba: Buffer
}

const ICO_HEADER_BYTES = 6
const ICO_ENTRY_BYTES = 16
const BITMAP_HEADER_BYTES = 40
/** Windows Vista and later read a PNG of this size. Smaller sizes are bitmaps, which every program reads. */
const ICO_PNG_SIZE = 256

/** The picture as an icon's bitmap: header, lines from the bottom as blue, green, red, alpha, then an empty mask. */
function bitmap({ size, rgba }: Picture): Buffer {
  const header = Buffer.alloc(BITMAP_HEADER_BYTES)
  header.writeUInt32LE(BITMAP_HEADER_BYTES, 0)
  header.writeInt32LE(size, 4)
  // Colours and mask together.
  header.writeInt32LE(2 * size, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const stride = 4 * size
  const lines = Array.from({ length: size }, (_, line) =>
    rgba.subarray((size - 1 - line) * stride, (size - line) * stride),
  )
  const pixels = Buffer.concat(lines)
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0
    pixels[at] = pixels[at + 2] ?? 0
    pixels[at + 2] = red
  }
  const maskStride = 4 * Math.ceil(size / 32)
  return Buffer.concat([header, pixels, Buffer.alloc(maskStride * size)])
}

/** An icon file of Windows (.ico). */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  const bodies = pictures.map((picture) => (picture.size >= ICO_PNG_SIZE ? picture.png : bitmap(picture)))
  let offset = ICO_HEADER_BYTES + pictures.length * ICO_ENTRY_BYTES
  const entries = pictures.map(({ size }, index) => {
    const entry = Buffer.alloc(ICO_ENTRY_BYTES)
    const bytes = bodies[index]?.length ?? 0
    // 0 means 256 pixels.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(bytes, 8)
    entry.writeUInt32LE(offset, 12)
    offset += bytes
    return entry
  })
  return Buffer.concat([header, ...entries, ...bodies])
}

/** The types of an .icns file that hold PNGs, each with its width in pixels; 32 and more of them are Retina pictures. */
export const ICNS_TYPES = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const

/** An icon file of macOS (.icns). @throws when a size is missing */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const chunks = Object.entries(ICNS_TYPES).map(([type, size]) => {
    const picture = pictures.find((one) => one.size === size)
    if (picture === undefined) throw new Error(`No picture of ${size} pixels`)
    return icnsChunk(type, picture.png)
  })
  return icnsChunk('icns', Buffer.concat(chunks))
}

function icnsChunk(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(header.length + body.length, 4)
  return Buffer.concat([header, body])
}

import { readFileSync } from 'node:fs'
import type Electron from 'electron'
import { guard } from './guard.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'
const WIDTH_AT = 16
const HEIGHT_AT = 20

const create = (bytes: Buffer): Electron.NativeImage => {
  const isPng = bytes.subarray(0, 8).toString('hex') === PNG_SIGNATURE
  const size = isPng
    ? { width: bytes.readUInt32BE(WIDTH_AT), height: bytes.readUInt32BE(HEIGHT_AT) }
    : { width: 0, height: 0 }
  return guard('nativeImage', {
    isEmpty: () => bytes.length === 0,
    getSize: () => ({ ...size }),
    getAspectRatio: () => (size.height === 0 ? 1 : size.width / size.height),
    toPNG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
    resize: () => create(bytes),
    crop: () => create(bytes),
    isTemplateImage: () => false,
    setTemplateImage: () => {},
    isMacTemplateImage: false,
    // Images are stored without decoding: only the members that need no pixels are implemented.
  }) as unknown as Electron.NativeImage
}

export const createImageFromPng = (png: Buffer): Electron.NativeImage => create(png)

export const createNativeImageModule = () =>
  guard('nativeImage', {
    createEmpty: () => create(Buffer.alloc(0)),
    createFromPath: (path: string) => {
      try {
        return create(readFileSync(path))
      } catch {
        return create(Buffer.alloc(0))
      }
    },
    createFromBuffer: (buffer: Buffer) => create(buffer),
    createFromDataURL: (url: string) => create(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  })

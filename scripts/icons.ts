import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { icnsOf, icoOf, type Picture } from './icons/containers.ts'

/**
 * `npm run icons`: draws build/icon.svg in every size that electron-builder takes: build/icons/*.png (Linux and the
 * window), build/icon.ico (Windows) and build/icon.icns (macOS).
 */

const BUILD = join(import.meta.dirname, '../build')
const CHROMIUM = process.env.COMANDA_CHROMIUM ?? '/usr/bin/chromium'
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]
const SIZES = [...new Set([...LINUX_SIZES, ...WINDOWS_SIZES, 1024])]

type Drawn = { readonly size: number; readonly png: string; readonly rgba: readonly number[] }

/** Runs in the page. It is a text, because this folder is compiled without the types of a page. */
const DRAW = `async ({ address, sizes }) => {
  const image = new Image()
  image.src = address
  await image.decode()
  return sizes.map((size) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0, size, size)
    const { data } = context.getImageData(0, 0, size, size)
    return { size, png: canvas.toDataURL('image/png'), rgba: Array.from(data) }
  })
}`

async function draw(svg: string): Promise<readonly Picture[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    const drawn = await page.evaluate<readonly Drawn[]>(`(${DRAW})(${JSON.stringify({ address, sizes: SIZES })})`)
    return drawn.map(({ size, png, rgba }) => ({
      size,
      png: Buffer.from(png.slice(png.indexOf(',') + 1), 'base64'),
      rgba: Buffer.from(rgba),
    }))
  } finally {
    await browser.close()
  }
}

const pictures = await draw(await readFile(join(BUILD, 'icon.svg'), 'utf8'))
const ofSizes = (sizes: readonly number[]) => pictures.filter(({ size }) => sizes.includes(size))
await rm(join(BUILD, 'icons'), { recursive: true, force: true })
await mkdir(join(BUILD, 'icons'))
for (const { size, png } of ofSizes(LINUX_SIZES)) await writeFile(join(BUILD, 'icons', `${size}x${size}.png`), png)
await writeFile(join(BUILD, 'icon.ico'), icoOf(ofSizes(WINDOWS_SIZES).toSorted((a, b) => a.size - b.size)))
await writeFile(join(BUILD, 'icon.icns'), icnsOf(pictures))
console.log(`Drawn: ${SIZES.join(', ')} pixels`)

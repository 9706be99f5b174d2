import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { createBridgeEnd } from './bridge.ts'
import { createCodec } from './codec.ts'
import { installPageWorld } from './page.ts'
import { installPreloadWorld, type PreloadOptions } from './preload.ts'

/** Source text for the page's world. */
export const pageWorldSource = (token: string): string =>
  `(${installPageWorld})(${JSON.stringify(token)}, ${createBridgeEnd});`

/** Source text for the preload's isolated world. Throws when the preload script cannot be read or parsed. */
export const preloadWorldSource = (options: Omit<PreloadOptions, 'path'>, preloadPath: string | undefined): string => {
  const described = JSON.stringify({ ...options, path: preloadPath ?? '' })
  const install = (run: string) => `(${installPreloadWorld})(${described}, ${createCodec}, ${createBridgeEnd}, ${run});`
  if (preloadPath === undefined) return install('undefined')
  const script = readFileSync(preloadPath, 'utf8')
  const wrapped = `function ({ require, module, exports, process }) {${script}\n}`
  new Script(`(${wrapped})`, { filename: preloadPath })
  return install(wrapped)
}

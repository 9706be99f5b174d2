import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { createBridgeEnd } from './bridge.ts'
import { createCodec } from './codec.ts'
import { createPacker, createUnpacker } from './packing.ts'
import { installPageWorld } from './page.ts'
import { createHostChannel, createIpcRenderer, installPreloadWorld, type PreloadOptions } from './preload.ts'

const OPEN_BRIDGE_END = `(${createBridgeEnd}).bind(undefined, { createPacker: ${createPacker}, createUnpacker: ${createUnpacker} })`
const PRELOAD_MAKERS = `{ createCodec: ${createCodec}, openBridgeEnd: ${OPEN_BRIDGE_END}, createHostChannel: ${createHostChannel}, createIpcRenderer: ${createIpcRenderer} }`

/** Source text for the page's world. */
export const pageWorldSource = (token: string): string =>
  `(${installPageWorld})(${JSON.stringify(token)}, ${OPEN_BRIDGE_END});`

/** Source text for the preload's isolated world. Throws when the preload script cannot be read or parsed. */
export const preloadWorldSource = (options: Omit<PreloadOptions, 'path'>, preloadPath: string | undefined): string => {
  const described = JSON.stringify({ ...options, path: preloadPath ?? '' })
  const install = (run: string) => `(${installPreloadWorld})(${described}, ${PRELOAD_MAKERS}, ${run});`
  if (preloadPath === undefined) return install('undefined')
  const script = readFileSync(preloadPath, 'utf8')
  const wrapped = `function ({ require, module, exports, process }) {${script}\n}`
  new Script(`(${wrapped})`, { filename: preloadPath })
  return install(wrapped)
}

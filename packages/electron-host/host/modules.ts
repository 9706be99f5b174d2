import childProcess from 'node:child_process'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const MODULE_KEY = Symbol.for('electron-host.module')
const NAMES: ReadonlySet<string> = new Set(['electron', 'electron/main', 'electron/common'])
const COMMONJS = pathToFileURL(join(import.meta.dirname, 'electron-module.cjs')).href
const ESM_PREFIX = 'data:text/javascript,'

const esmSource = (names: readonly string[]): string =>
  `const electron = globalThis[Symbol.for('electron-host.module')];export default electron;${names
    .map((name) => `export const ${name} = electron.${name};`)
    .join('')}`

/** Makes `import … from 'electron'` and `require('electron')` in the app return the host's module. */
export const provideElectron = (electron: object): void => {
  Object.defineProperty(globalThis, MODULE_KEY, { value: electron })
  const esm = ESM_PREFIX + encodeURIComponent(esmSource(Object.keys(electron)))
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      if (!NAMES.has(specifier)) return nextResolve(specifier, context)
      const isImport = context.conditions.includes('import')
      return { url: isImport ? esm : COMMONJS, format: isImport ? 'module' : 'commonjs', shortCircuit: true }
    },
  })
  const { fork } = childProcess
  // As in Electron, a forked child is plain Node, although process.execPath starts an app.
  childProcess.fork = ((path: string, ...rest: unknown[]) => {
    const args = Array.isArray(rest[0]) ? rest[0] : []
    const options = (Array.isArray(rest[0]) ? rest[1] : rest[0]) as childProcess.ForkOptions | undefined
    const env = { ...(options?.env ?? process.env), ELECTRON_RUN_AS_NODE: '1' }
    return fork(path, args, { ...options, env })
  }) as typeof childProcess.fork
  syncBuiltinESMExports()
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { extractAsar } from './asar.ts'
import type { HostCommandLine } from './command-line.ts'

export type AppPackage = Readonly<{
  isPackaged: boolean
  name: string
  version: string
  /** The folder of package.json; without a package.json the folder of the main file. */
  appPath: string
  mainFile: string
  isModule: boolean
  resourcesPath: string
}>

type Manifest = Readonly<{ name?: string; productName?: string; version?: string; main?: string; type?: string }>

const manifestOf = (folder: string): Manifest | undefined => {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined
}

const nearestManifest = (folder: string): Manifest =>
  manifestOf(folder) ?? (dirname(folder) === folder ? {} : nearestManifest(dirname(folder)))

const readApp = (path: string, isPackaged: boolean, resourcesPath: string): AppPackage => {
  const isFolder = statSync(path).isDirectory()
  const manifest = isFolder ? (manifestOf(path) ?? {}) : nearestManifest(dirname(path))
  const mainFile = isFolder ? join(path, manifest.main ?? 'index.js') : path
  const found = [mainFile, `${mainFile}.js`, join(mainFile, 'index.js')].find(
    (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
  )
  if (found === undefined) throw new Error(`Cannot find the app's main file ${mainFile}`)
  const isModule =
    found.endsWith('.mjs') || found.endsWith('.mts') || (!/\.c[jt]s$/.test(found) && manifest.type === 'module')
  return {
    isPackaged,
    name: (isFolder || isPackaged ? (manifest.productName ?? manifest.name) : undefined) ?? 'Electron',
    version: manifest.version ?? '0.0.0',
    appPath: isFolder ? path : dirname(path),
    mainFile: found,
    isModule,
    resourcesPath,
  }
}

/** Finds the app: beside the executable when packaged, otherwise at the path on the command line. */
export const findApp = (executable: string, packaged: boolean, commandLine: HostCommandLine): AppPackage => {
  const resourcesPath = join(dirname(executable), 'resources')
  if (packaged) {
    const archive = join(resourcesPath, 'app.asar')
    if (existsSync(archive)) return readApp(extractAsar(archive), true, resourcesPath)
    const folder = join(resourcesPath, 'app')
    if (existsSync(folder)) return readApp(folder, true, resourcesPath)
    throw new Error(`electron-host: no app found: neither ${archive} nor ${folder} exists`)
  }
  if (commandLine.appPath === undefined)
    throw new Error(
      'electron-host: no app given. Usage: electron [switches] [-r module] <app folder or main file> [arguments]',
    )
  const path = resolve(commandLine.appPath)
  if (!existsSync(path)) throw new Error(`Unable to find Electron app at ${path}`)
  return readApp(path, false, resourcesPath)
}

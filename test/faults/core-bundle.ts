import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Inside the project, so that the native module is found; a folder for each process that builds. */
const BUNDLES = join(ROOT, '.cache/faults')
const OUT = join(BUNDLES, String(process.pid))

/** Modules with native parts stay outside, as in the app. */
const BUNDLED = /^(?!better-sqlite3|node:)/

/** Bundles a program like the app, because a start from sources would measure the compiler. Returns its path. */
export async function bundleProgram(name: string, folder = 'test/faults'): Promise<string> {
  clearLeftovers()
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: join(ROOT, folder, `${name}.ts`),
      outDir: join(OUT, name),
      target: 'node24',
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return join(OUT, name, `${name}.mjs`)
}

/** Removes bundles of ended processes, because a test runner kills its workers without a clean-up. */
function clearLeftovers(): void {
  if (!existsSync(BUNDLES)) return
  for (const pid of readdirSync(BUNDLES)) {
    if (!existsSync(`/proc/${pid}`)) rmSync(join(BUNDLES, pid), { recursive: true, force: true })
  }
}

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MUTATIONS, MUTATIONS_OF_1, MUTATIONS_OF_TWO } from './mutations.ts'
import { SCREEN_MUTATIONS } from './screen-mutations.ts'

/** Preloaded by a run with a defect: applies mutation number COMANDA_MUTATION to the source when it is loaded. */

const ROOT = pathToFileURL(fileURLToPath(new URL('../../', import.meta.url))).href
const mutation = [...MUTATIONS, ...SCREEN_MUTATIONS, ...MUTATIONS_OF_1, ...MUTATIONS_OF_TWO][
  Number(process.env.COMANDA_MUTATION)
]
if (!mutation) throw new Error(`No mutation ${process.env.COMANDA_MUTATION}`)
const target = ROOT + mutation.file

registerHooks({
  load(url, context, nextLoad) {
    if (url !== target) return nextLoad(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    return { format: 'module-typescript', shortCircuit: true, source: source.replace(mutation.from, () => mutation.to) }
  },
})

import { join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '../fixtures/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the server that the tests of the relay share. */
    postgresUrl: string
    /** The relay as `npm run relay:build` makes it: one file. */
    relayProgram: string
  }
}

let postgres: Postgres | undefined

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.cache/relay')

export async function setup(project: TestProject): Promise<void> {
  await build({
    root: ROOT,
    configFile: join(ROOT, 'relay.vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: FOLDER, emptyOutDir: true },
  })
  project.provide('relayProgram', join(FOLDER, 'comanda-relay.mjs'))
  postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await postgres?.[Symbol.asyncDispose]()
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '../../../test/fixtures/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the server that the tests of the relay share. */
    postgresUrl: string
    /** The relay as `npm run relay:build` makes it: one file. */
    relayProgram: string
  }
}

let postgres: Postgres | undefined

const ROOT = join(import.meta.dirname, '../../..')
/** Only for this run: concurrent runs must not overwrite each other's program. */
let folder: string | undefined

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'comanda-relay-'))
  await build({
    root: ROOT,
    configFile: join(ROOT, 'packages/relay/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  project.provide('relayProgram', join(folder, 'comanda-relay.mjs'))
  postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
}

export async function teardown(): Promise<void> {
  await postgres?.[Symbol.asyncDispose]()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}

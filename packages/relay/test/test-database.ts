import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** Creates an empty database on the server that the tests share. Returns its connection string. */
export async function createDatabase(): Promise<string> {
  const url = inject('postgresUrl')
  const name = `t${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

let shared: Promise<string> | undefined

/** One database for all tests of a file. Each test must use other names for its upstream and kitchens. */
export function sharedDatabase(): Promise<string> {
  shared ??= createDatabase()
  return shared
}

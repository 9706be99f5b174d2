import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A new, empty database on the server that the tests share; answers with its connection string. */
export async function aDatabase(): Promise<string> {
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

/** One database for all tests of a file, for those that give their upstream and their kitchens names of their own. */
export function sharedDatabase(): Promise<string> {
  shared ??= aDatabase()
  return shared
}

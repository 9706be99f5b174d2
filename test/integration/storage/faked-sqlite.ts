import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'

/** From now on SQLite reports this version until the end of the test. */
export function fakeVersion(version: string): void {
  const { prototype } = Database
  const own = prototype.prepare
  onTestFinished(() => {
    prototype.prepare = own
  })
  Object.assign(prototype, {
    prepare(this: Database.Database, source: string) {
      return own.call(this, source.replace('sqlite_version()', `'${version}'`))
    },
  })
}

/** From now on SQLite ignores this pragma without an error, like a build that does not support it. */
export function ignorePragma(name: string): void {
  const { prototype } = Database
  const own = prototype.pragma
  onTestFinished(() => {
    prototype.pragma = own
  })
  Object.assign(prototype, {
    pragma(this: Database.Database, source: string, options?: Database.PragmaOptions) {
      return source.startsWith(`${name} =`) ? [] : own.call(this, source, options)
    },
  })
}

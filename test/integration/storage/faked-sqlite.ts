import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'

/** From now on the linked SQLite says that it is of this version, which is otherwise decided when the program is built. */
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

/** From now on it takes this pragma without a word and does not do it, as a build without it would. */
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

import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type Commits, commitsOf } from '../../../electron/storage/commits.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import { openDatabase } from '../../../electron/storage/open-database.ts'
import { tempFolder } from './test-ledger.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let path: string
let db: Database.Database
let commits: Commits

beforeEach(() => {
  path = join(tempFolder(), 'ledger.db')
  const openTestLedger = openDatabase(path, LEDGER)
  if (!openTestLedger.ok) throw new Error(openTestLedger.message)
  db = openTestLedger.value
  db.exec("CREATE TABLE notes (text TEXT NOT NULL CHECK (text <> 'bad')) STRICT")
  commits = commitsOf(db)
  onTestFinished(() => {
    db.close()
  })
})

const write = (text: string) => () => {
  db.prepare('INSERT INTO notes (text) VALUES (?)').run(text)
}
const seen = (from: Database.Database = db): unknown => from.prepare('SELECT text FROM notes').pluck().all()

/** What a start would read if the program were killed now. */
function afterCrash(): unknown {
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  const found = new Database(copy)
  try {
    return seen(found)
  } finally {
    found.close()
  }
}

it('a deferred write can be read at once, and is durable at the latest with the next durable write', () => {
  commits.deferred(write('a'), 'later')
  expect(seen()).toEqual(['a'])
  expect(afterCrash()).toEqual([])
  commits.durably(write('b'))
  expect(afterCrash()).toEqual(['a', 'b'])
})

it('a durable step without a write makes no commit', () => {
  commits.deferred(write('a'), 'later')
  const before = readFileSync(`${path}-wal`).length
  commits.durably(() => seen())
  expect(readFileSync(`${path}-wal`).length).toBe(before)
  expect(afterCrash()).toEqual([])
})

it('steps in one commit are durable together when one of them must be durable', () => {
  commits.inOneCommit(() => {
    commits.deferred(write('a'), 'later')
    commits.durably(write('b'))
    expect(afterCrash()).toEqual([])
  })
  expect(afterCrash()).toEqual(['a', 'b'])
})

it('steps in one commit that may all be deferred are deferred as long as the most urgent of them', () => {
  commits.inOneCommit(() => {
    commits.deferred(write('a'), 'later')
    commits.deferred(() => commits.durably(write('b')), 'soon')
  })
  expect([seen(), afterCrash()]).toEqual([['a', 'b'], []])
  commits.commitDue(0)
  commits.commitDue(SECOND)
  expect(afterCrash()).toEqual(['a', 'b'])
})

it('when one step of a commit throws, none of its steps is applied', () => {
  commits.deferred(write('a'), 'later')
  const torn = () => {
    commits.durably(write('b'))
    commits.durably(write('bad'))
  }
  expect(() => commits.inOneCommit(torn)).toThrow()
  expect(seen()).toEqual(['a'])
  commits.durably(write('c'))
  expect(afterCrash()).toEqual(['a', 'c'])
})

it('an urgent deferred write is committed a second after it was first checked, other writes after five minutes', () => {
  commits.deferred(write('a'), 'later')
  commits.commitDue(0)
  commits.commitDue(5 * MINUTE - 1)
  expect(afterCrash()).toEqual([])
  commits.deferred(write('b'), 'soon')
  commits.commitDue(5 * MINUTE - 1)
  expect(afterCrash()).toEqual([])
  commits.commitDue(5 * MINUTE + SECOND - 1)
  expect(afterCrash()).toEqual(['a', 'b'])
  commits.deferred(write('c'), 'later')
  commits.commitDue(6 * MINUTE)
  commits.commitDue(11 * MINUTE)
  expect(afterCrash()).toEqual(['a', 'b', 'c'])
})

it('further writes do not delay an urgent deferred write', () => {
  commits.deferred(write('a'), 'soon')
  commits.commitDue(0)
  commits.deferred(write('b'), 'later')
  commits.deferred(write('c'), 'soon')
  commits.commitDue(SECOND)
  expect(afterCrash()).toEqual(['a', 'b', 'c'])
})

it('a step that throws rolls back its own writes and keeps the deferred ones', () => {
  commits.deferred(write('a'), 'later')
  const torn = () => {
    write('b')()
    write('bad')()
  }
  expect(() => commits.durably(torn)).toThrow()
  expect(() => commits.deferred(torn, 'later')).toThrow()
  expect(seen()).toEqual(['a'])
  expect(commits.failure()).toBeDefined()
  commits.durably(write('c'))
  // The write itself may succeed on a disk that is too full for the next step.
  expect(commits.failure()).toBeDefined()
  commits.confirmRoom()
  expect(commits.failure()).toBeUndefined()
  expect(afterCrash()).toEqual(['a', 'c'])
})

it('a step inside another step is part of it', () => {
  const outer = () => {
    commits.durably(write('a'))
    commits.deferred(write('b'), 'later')
    expect(afterCrash()).toEqual([])
    write('bad')()
  }
  expect(() => commits.durably(outer)).toThrow()
  expect(seen()).toEqual([])
  expect(db.inTransaction).toBe(false)
})

it('a refused commit loses the deferred writes, which is reported after the rollback', () => {
  let losses: unknown[] = []
  commits.onLost(() => {
    losses.push(seen())
    // The lost data is written again immediately, for the next commit.
    commits.deferred(write('again'), 'later')
  })
  db.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT')
  db.exec('CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
  const refused = () => {
    db.exec('INSERT INTO children VALUES (1)')
  }
  expect(() => commits.durably(refused)).toThrow(/FOREIGN KEY/)
  expect(losses).toEqual([])
  commits.deferred(write('a'), 'later')
  expect(() => commits.durably(refused)).toThrow(/FOREIGN KEY/)
  expect(losses).toEqual([[]])
  expect(commits.failure()).toBeDefined()
  losses = []
  commits.durably(write('b'))
  expect(afterCrash()).toEqual(['again', 'b'])
  expect(losses).toEqual([])
})

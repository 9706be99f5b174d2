import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isNew, openThree } from './three-connections.ts'

type Kitchen = Awaited<ReturnType<typeof openThree>>['kitchen']

const erase = (path: string): void => rmSync(path, { recursive: true, force: true })
const eraseDatabases = (folder: string): void => {
  for (const name of readdirSync(folder)) if (/^(?:ledger|cache)\.db|^backups$/u.test(name)) erase(join(folder, name))
}
const noticesOf = (kitchen: Kitchen) =>
  kitchen
    .core()
    .snapshot()
    .freshness.connections?.map(({ name, notice }) => [name, notice])

const LOSSES = {
  'the folder of one': { lose: ({ folderOf }: Kitchen) => erase(folderOf(2)), lost: ['Rua'] },
  'the folder of all further ones': {
    lose: ({ profile }: Kitchen) => erase(join(profile, 'connections')),
    lost: ['Rua', 'Um'],
  },
  'the folder of all further ones, with a file in its place,': {
    lose: ({ profile }: Kitchen) => {
      erase(join(profile, 'connections'))
      writeFileSync(join(profile, 'connections'), 'x')
    },
    lost: ['Rua', 'Um'],
  },
  'the folder of one, with a file in its place,': {
    lose: ({ folderOf }: Kitchen) => {
      erase(folderOf(2))
      writeFileSync(folderOf(2), 'x')
    },
    lost: ['Rua'],
  },
  'what one has stored, but its name': { lose: ({ folderOf }: Kitchen) => eraseDatabases(folderOf(2)), lost: ['Rua'] },
  'what the first one has stored': { lose: ({ profile }: Kitchen) => eraseDatabases(profile), lost: ['Casa'] },
} as const

it.each(Object.entries(LOSSES))('%s is gone: the kitchen says so, and all connections go on', async (_what, loss) => {
  const { shops, kitchen } = await openThree()
  const ids = new Map<string, string>()
  await kitchen.restart(() => {
    loss.lose(kitchen)
    for (const { given, place } of shops) ids.set(given.name, place())
  })
  const isLost = (name: string): boolean => loss.lost.some((one) => one === name)
  expect(noticesOf(kitchen)).toEqual(
    ['Casa', 'Rua', 'Um'].map((name) => [name, isLost(name) ? 'storage-lost' : undefined]),
  )
  expect(kitchen.core().snapshot().notice).toBe('storage-lost')
  for (const [name, id] of ids) await kitchen.seen(name, id, 'new', isNew)
  await kitchen.restart()
  expect(noticesOf(kitchen)?.every(([, notice]) => notice === undefined)).toBe(true)
})

it('a connection that was removed is not missed, not after a crash during its removal either', async () => {
  const { kitchen } = await openThree()
  expect(await kitchen.calls()['connections:remove']({ slot: 2 })).toMatchObject({ ok: true })
  await kitchen.restart(() => renameSync(kitchen.folderOf(3), `${kitchen.folderOf(3)}.removed`))
  expect(kitchen.core().connections()).toHaveLength(1)
  expect(kitchen.core().snapshot().notice).toBeUndefined()
  expect(readdirSync(join(kitchen.profile, 'connections'))).toEqual([])
  await kitchen.restart()
  await eventually('the first polls', () => kitchen.core().snapshot().freshness.state === 'fresh')
  expect(kitchen.core().connections()).toHaveLength(1)
})

import { beforeEach, expect, it } from 'vitest'
import { createChannels } from '../../../electron/core/core-board.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { refusingFact } from '../../fixtures/memory-fact.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

let databases: MemoryDatabases
let ledger: Ledger
beforeEach(() => {
  databases = createMemoryDatabases()
  ledger = databases.open().ledger
})
const channels = () => createChannels(ledger.facts.channelsSeen, createMemoryLog())

it('each channel is stored once, over restarts, with any name', () => {
  const first = channels()
  for (const name of ['iFood', 'constructor', 'iFood', '__proto__', ' ', undefined]) first.record(name)
  expect(channels().seen()).toEqual(['iFood', 'constructor', '__proto__'])
})

it('the length and the number of names are limited', () => {
  const first = channels()
  first.record('x'.repeat(61))
  for (let number = 0; number < 200; number += 1) first.record(`channel ${number}`)
  expect(channels().seen()).toHaveLength(50)
})

it('the list still works when the storage refuses writes', () => {
  const first = createChannels(refusingFact<readonly string[]>([]), createMemoryLog())
  first.record('iFood')
  expect(first.seen()).toEqual(['iFood'])
})

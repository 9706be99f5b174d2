import { describe, expect, it } from 'vitest'
import type { CopyFromMain, HeldCopy } from '../../../electron/screens/moving/copy-transfer.ts'
import { createCopySender } from '../../../electron/screens/moving/copy-transfer.ts'
import type { SealedCopy } from '../../../electron/screens/moving/sealed-file.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const SHOP = '3b0e2f0c-6c6f-4b0e-9d2e-0a7f3b1c5d4e'
const copyOf = (sequence: number, bytes = 100_000): SealedCopy => ({
  facts: { shop: SHOP, generation: 0, sequence, madeAt: sequence, ledgerVersion: 120, bytes, sha256: '0'.repeat(64) },
  read: (offset, length) => Buffer.alloc(Math.min(length, bytes - offset), sequence),
})
const held = (sequence: number): HeldCopy => ({ shop: SHOP, generation: 0, sequence, madeAt: sequence })

function world() {
  const clock = createVirtualClock()
  const heldCopies: unknown[] = []
  const log = createMemoryLog()
  const copySender = createCopySender({
    clock,
    log,
    onHeld: (id, copy) => heldCopies.push([id, copy.sequence]),
    onTaken: (id) => id === 'one',
  })
  const screen = (id: string) => {
    const sent: CopyFromMain[] = []
    let unsent = 0
    const line = copySender.connected(id, { send: (message) => sent.push(message), unsentBytes: () => unsent })
    return {
      ...line,
      kinds: () => sent.map((message) => (message.kind === 'copy-part' ? message.offset : message.kind)),
      unsent: (bytes: number) => {
        unsent = bytes
      },
    }
  }
  return { clock, copySender, screen, heldCopies, log }
}

describe('the distribution of a copy to the screens', () => {
  it('serves one screen after the other, one part for each request', async () => {
    const { clock, copySender, screen, heldCopies } = world()
    const [one, two] = [screen('one'), screen('two')]
    one.take({ kind: 'copy-held', held: null })
    two.take({ kind: 'copy-held', held: null })
    copySender.offer(copyOf(1))
    expect([one.kinds(), two.kinds()]).toEqual([['copy-offer'], []])
    one.take({ kind: 'copy-next', sequence: 1, offset: 0 })
    expect(one.kinds()).toEqual(['copy-offer'])
    await clock.advance(1_000)
    expect(one.kinds()).toEqual(['copy-offer', 0])
    one.take({ kind: 'copy-next', sequence: 1, offset: 49_152 })
    await clock.advance(1_000)
    expect(one.kinds()).toEqual(['copy-offer', 0, 49_152])
    one.take({ kind: 'copy-held', held: held(1) })
    expect(heldCopies).toEqual([['one', 1]])
    expect(two.kinds()).toEqual(['copy-offer'])
  })

  it('waits while the board is being sent', async () => {
    const { clock, copySender, screen } = world()
    const one = screen('one')
    copySender.offer(copyOf(1))
    one.take({ kind: 'copy-held', held: null })
    one.unsent(200_000)
    one.take({ kind: 'copy-next', sequence: 1, offset: 0 })
    await clock.advance(5_000)
    expect(one.kinds()).toEqual(['copy-offer'])
    one.unsent(0)
    await clock.advance(100)
    expect(one.kinds()).toEqual(['copy-offer', 0])
  })

  it('sends no offer to a screen that has the copy or a newer one, or has not reported its copies', async () => {
    const { copySender, screen } = world()
    const screens = [screen('one'), screen('two'), screen('three')] as const
    screens[0].take({ kind: 'copy-held', held: held(5) })
    screens[1].take({ kind: 'copy-held', held: { ...held(1), generation: 1 } })
    copySender.offer(copyOf(5))
    expect(screens.map(({ kinds }) => kinds())).toEqual([[], [], []])
  })

  it.each(['silent', 'refused', 'closed'] as const)(
    'continues with the next screen when a screen is %s',
    async (how) => {
      const { clock, copySender, screen } = world()
      const [one, two] = [screen('one'), screen('two')]
      one.take({ kind: 'copy-held', held: null })
      two.take({ kind: 'copy-held', held: null })
      copySender.offer(copyOf(1))
      if (how === 'silent') await clock.advance(30_000)
      if (how === 'refused') one.take({ kind: 'copy-refused', sequence: 1, reason: 'disk' })
      if (how === 'closed') one.closed()
      expect(two.kinds()).toEqual(['copy-offer'])
      two.take({ kind: 'copy-held', held: held(1) })
      expect(one.kinds()).toEqual(['copy-offer'])
      // A newer copy is offered again.
      copySender.offer(copyOf(2))
      expect(one.kinds()).toEqual(how === 'closed' ? ['copy-offer'] : ['copy-offer', 'copy-offer'])
    },
  )

  it('skips a screen that requests a part beyond the end', async () => {
    const { clock, copySender, screen, log } = world()
    const one = screen('one')
    one.take({ kind: 'copy-held', held: null })
    copySender.offer(copyOf(1))
    one.take({ kind: 'copy-next', sequence: 1, offset: 100_000 })
    await clock.advance(1_000)
    expect(one.kinds()).toEqual(['copy-offer'])
    expect(log.lines).toMatchObject([{ event: 'copy-not-taken', fields: { reason: 'no-part' } }])
  })
})

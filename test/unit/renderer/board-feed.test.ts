import { describe, expect, it } from 'vitest'
import { followBoard, mergeDeltas } from '../../../renderer/store/board-feed.ts'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import type { BoardDelta, BoardSnapshot, Bridge, CallResult } from '../../../shared/contract/contract.ts'
import { fail, ok } from '../../../shared/result.ts'
import { foundWords } from '../../../shared/text/folded-text.ts'
import { snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const settled = () => new Promise((done) => setImmediate(done))

/** A fake main process. The test answers each request for a snapshot. */
function fakeMain({ isBusy = false } = {}) {
  const whenFree: (() => void)[] = []
  let now = 0
  const requests: ((answer: CallResult<BoardSnapshot>) => void)[] = []
  const listeners = new Set<(delta: BoardDelta) => void>()
  const retries: (() => void)[] = []
  const store = createComandaStore()
  // The feed uses one call and one message of the bridge.
  const bridge = {
    call: { 'board:snapshot': () => new Promise<CallResult<BoardSnapshot>>((answer) => requests.push(answer)) },
    on: {
      'board:delta': (listener: (delta: BoardDelta) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  } as unknown as Bridge
  const end = followBoard(bridge, store, {
    monotonicNow: () => {
      now += 5
      return now
    },
    after: (_ms, run) => {
      retries.push(run)
      return () => retries.splice(retries.indexOf(run), 1)
    },
    whenFree: (run) => (isBusy ? whenFree.push(run) : run()),
  })
  return {
    /** The window has drawn the earlier changes, and the pause after them is over. */
    drawn: ({ withPause = true } = {}) => {
      for (const run of whenFree.splice(0)) run()
      if (withPause) for (const run of retries.splice(0)) run()
    },
    store,
    end,
    retries,
    listeners,
    asked: () => requests.length,
    answer: async (answer: CallResult<BoardSnapshot>) => {
      requests.at(-1)?.(answer)
      await settled()
    },
    push: (version: number, ...displayIds: string[]) => {
      const delta = { version, changed: displayIds.map((id) => ticket(id)), removed: [] }
      for (const listener of listeners) listener(delta)
    },
    remove: (version: number, orderId: string) => {
      const delta = { version, changed: [], removed: [orderId] }
      for (const listener of listeners) listener(delta)
    },
    shown: () => Object.keys(store.getState().board.orders),
    version: () => store.getState().board.version,
  }
}

const at = (version: number, ...displayIds: string[]) =>
  ok({ ...snapshotOf(displayIds.map((id) => ticket(id))), version })

describe('the feed of a window', () => {
  it('applies the snapshot, then each delta in order', async () => {
    const main = fakeMain()
    await main.answer(at(3, '1'))
    main.push(4, '2')
    main.push(5, '3')
    expect(main.shown()).toEqual(['order-1', 'order-2', 'order-3'])
    expect(main.version()).toBe(5)
    expect(main.asked()).toBe(1)
  })

  it('keeps deltas that arrive before the snapshot and drops those that the snapshot contains', async () => {
    const main = fakeMain()
    main.push(3, 'old')
    main.push(4, '2')
    expect(main.shown()).toEqual([])
    await main.answer(at(3, '1'))
    expect(main.shown()).toEqual(['order-1', 'order-2'])
    expect(main.version()).toBe(4)
  })

  it('keeps no text of an order that has left the board', async () => {
    const main = fakeMain()
    const words = ['nut']
    const note = () => foundWords('no nuts, for Lia', words, () => false)
    await main.answer(at(3, '1'))
    const found = note()
    main.push(4, '2')
    expect(note()).toBe(found)
    main.remove(5, 'order-1')
    expect(note()).not.toBe(found)
    const again = note()
    main.push(7, '3')
    await main.answer(at(7, '3'))
    expect(note()).not.toBe(again)
  })

  it('ignores a delta that it has applied', async () => {
    const main = fakeMain()
    await main.answer(at(3, '1'))
    main.push(3, 'again')
    main.push(1, 'older')
    expect(main.shown()).toEqual(['order-1'])
    expect(main.asked()).toBe(1)
  })

  it('requests the snapshot again after a gap, and applies no delta until it has come', async () => {
    const main = fakeMain()
    await main.answer(at(3, '1'))
    main.push(5, '3')
    expect(main.asked()).toBe(2)
    expect(main.shown()).toEqual(['order-1'])
    main.push(6, '4')
    expect(main.asked()).toBe(2)
    await main.answer(at(5, '1', '2', '3'))
    expect(main.shown()).toEqual(['order-1', 'order-2', 'order-3', 'order-4'])
    expect(main.version()).toBe(6)
  })

  it('requests the snapshot once more when there is a gap among the waiting deltas', async () => {
    const main = fakeMain()
    main.push(4, '4')
    main.push(8, '8')
    await main.answer(at(3))
    expect(main.asked()).toBe(2)
    expect(main.shown()).toEqual(['order-4'])
    await main.answer(at(7, '7'))
    expect(main.shown()).toEqual(['order-7', 'order-8'])
  })

  it('reports a failure and tries again; a board that was shown stays', async () => {
    const main = fakeMain()
    await main.answer(fail('internal', 'not yet'))
    expect(main.store.getState().connection.phase).toBe('failed')
    main.retries[0]?.()
    expect(main.asked()).toBe(2)
    await main.answer(at(3, '1'))
    expect(main.store.getState().connection.phase).toBe('live')
    main.push(9, '9')
    await main.answer(fail('internal', 'again'))
    expect(main.store.getState().connection.phase).toBe('live')
    expect(main.shown()).toEqual(['order-1'])
  })

  it('stops without a listener, a retry or a late snapshot afterwards', async () => {
    const main = fakeMain()
    main.end()
    expect(main.listeners.size).toBe(0)
    await main.answer(at(3, '1'))
    expect(main.shown()).toEqual([])
  })

  it('changes only the parts that a delta names', async () => {
    const main = fakeMain()
    await main.answer(at(3, '1'))
    const { settings, connection } = main.store.getState()
    for (const listener of main.listeners) listener({ version: 4, changed: [], removed: [], unsettledTaps: 2 })
    expect(main.store.getState().settings).toBe(settings)
    expect(main.store.getState().connection.freshness).toBe(connection.freshness)
    expect(main.store.getState().connection.unsettledTaps).toBe(2)
  })
})

describe('deltas that come faster than the window draws', () => {
  it('are applied together, each with its effect', async () => {
    const main = fakeMain({ isBusy: true })
    await main.answer(at(3, '1'))
    let takes = 0
    main.store.subscribe(() => {
      takes += 1
    })
    main.push(4, '2')
    main.push(5, '3')
    main.push(6, '4')
    expect([takes, main.version()]).toEqual([1, 4])
    main.drawn()
    expect([takes, main.version()]).toEqual([2, 6])
    expect(main.shown()).toEqual(['order-1', 'order-2', 'order-3', 'order-4'])
    main.push(7, '5')
    expect(main.version()).toBe(6)
    main.drawn()
    expect(main.version()).toBe(7)
    // No delta waits, so the next one is applied at once.
    main.drawn()
    main.push(8, '6')
    expect(main.version()).toBe(8)
  })

  it('are followed by a pause for touches when they are many, and by none when they are few', async () => {
    const main = fakeMain({ isBusy: true })
    await main.answer(at(3, '1'))
    main.push(4, '2')
    for (let version = 5; version <= 7; version += 1) main.push(version, `${version}`)
    main.drawn({ withPause: false })
    expect(main.version()).toBe(7)
    for (let version = 8; version <= 11; version += 1) main.push(version, `${version}`)
    main.drawn({ withPause: false })
    expect(main.version()).toBe(7)
    main.drawn()
    expect(main.version()).toBe(11)
  })

  it('cause a snapshot request at a gap, after the deltas before it were applied', async () => {
    const main = fakeMain({ isBusy: true })
    await main.answer(at(3, '1'))
    main.push(4, '2')
    main.push(5, '3')
    main.push(7, '5')
    main.drawn()
    expect([main.version(), main.asked()]).toEqual([5, 1])
    main.drawn()
    expect(main.asked()).toBe(2)
  })

  it('are applied after a delta at which a subscriber threw', async () => {
    const main = fakeMain({ isBusy: true })
    await main.answer(at(3, '1'))
    const end = main.store.subscribe(() => {
      throw new Error('cannot draw')
    })
    expect(() => main.push(4, '2')).toThrow('cannot draw')
    end()
    main.push(5, '3')
    main.drawn()
    expect(main.version()).toBe(5)
  })

  it('are not applied after the end', async () => {
    const main = fakeMain({ isBusy: true })
    await main.answer(at(3, '1'))
    main.push(4, '2')
    main.push(5, '3')
    main.end()
    main.drawn()
    expect(main.version()).toBe(4)
  })
})

describe('several deltas merged into one', () => {
  const received = (receivedAt: number, delta: Partial<BoardDelta> & { readonly version: number }) => ({
    receivedAt,
    delta: { changed: [], removed: [], ...delta },
  })

  it('contain the latest state of each ticket and part; an ended notice is absent', () => {
    const [first, second] = [ticket('1', { status: 'CREATED' }), ticket('1', { status: 'CONFIRMED' })]
    const merged = [
      received(1, { version: 4, changed: [first, ticket('2')], unsettledTaps: 1, notice: 'storage' }),
      received(2, { version: 5, changed: [second], removed: ['order-2'], unsettledTaps: undefined }),
      received(3, { version: 6, removed: ['order-3'], notice: undefined }),
    ].reduce(mergeDeltas)
    expect(merged.delta).toEqual({
      version: 6,
      changed: [second],
      removed: ['order-2', 'order-3'],
      unsettledTaps: 1,
      notice: undefined,
    })
    expect('notice' in merged.delta).toBe(true)
  })

  it('contain an order that left and came back', () => {
    const merged = mergeDeltas(
      received(1, { version: 4, removed: ['order-1'] }),
      received(2, { version: 5, changed: [ticket('1')] }),
    )
    expect(merged.delta).toMatchObject({ removed: [], changed: [{ orderId: 'order-1' }] })
  })

  it('contain the time at which the clock was read', () => {
    const clock = { platformNow: 5_000, skewMs: 0 }
    expect(mergeDeltas(received(10, { version: 4, clock }), received(20, { version: 5 })).receivedAt).toBe(10)
  })
})

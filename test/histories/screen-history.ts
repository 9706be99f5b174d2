import fc from 'fast-check'

/** One event in the history of a kitchen with screens. Numbers are taken modulo the number of choices. */
export type ScreenHistoryEvent =
  | { readonly kind: 'order'; readonly isTakeout: boolean }
  | { readonly kind: 'tap'; readonly screen: number; readonly order: number; readonly choice: number }
  | { readonly kind: 'tap-on-all'; readonly order: number }
  | { readonly kind: 'undo'; readonly screen: number; readonly order: number }
  | { readonly kind: 'strike'; readonly screen: number; readonly order: number; readonly struck: boolean }
  | { readonly kind: 'platform-cancels'; readonly order: number }
  | { readonly kind: 'platform-moves'; readonly order: number }
  | { readonly kind: 'cut'; readonly screen: number }
  | { readonly kind: 'line'; readonly isDown: boolean }
  | { readonly kind: 'swallow'; readonly screen: number; readonly isOn: boolean }
  | { readonly kind: 'delay'; readonly ms: number }
  /** The connection is cut when the next message of this kind arrives. */
  | { readonly kind: 'cut-at'; readonly message: string }
  /**
   * A tap whose message or verdict is lost with the connection, which remains down. Then the program may end or the tap
   * be undone.
   */
  | {
      readonly kind: 'tap-cut-short'
      readonly screen: number
      readonly order: number
      readonly choice: number
      readonly message: string
      readonly ends: boolean
      readonly undoes: boolean
    }
  /** Messages to the screen are lost for some time, in which an order arrives. */
  | { readonly kind: 'lapse'; readonly screen: number; readonly ms: number }
  | { readonly kind: 'screen-ends'; readonly screen: number }
  | { readonly kind: 'core-ends' }
  | { readonly kind: 'time'; readonly ms: number }

const index = fc.nat({ max: 9 })
const kind = <K extends string>(name: K) => fc.constant(name)

const happening: fc.Arbitrary<ScreenHistoryEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('order'), isTakeout: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('tap'), screen: index, order: index, choice: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('tap-on-all'), order: index }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('undo'), screen: index, order: index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('strike'), screen: index, order: index, struck: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('platform-cancels'), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('platform-moves'), order: index }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('cut'), screen: index }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('line'), isDown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('swallow'), screen: index, isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delay'), ms: fc.constantFrom(1, 50, 700, 3_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('cut-at'),
      message: fc.constantFrom('tap', 'verdict', 'delta', 'snapshot', 'hello', 'call', 'answer'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('tap-cut-short'),
      screen: index,
      order: index,
      choice: index,
      message: fc.constantFrom('tap', 'verdict'),
      ends: fc.boolean(),
      undoes: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('lapse'), screen: index, ms: fc.integer({ min: 100, max: 4_000 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('screen-ends'), screen: index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('core-ends') }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('time'),
      ms: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 40, max: 8_000 }), fc.constant(40_000)),
    }),
  },
)

export type ScreenHistory = {
  readonly seed: number
  readonly screens: number
  readonly undoSeconds: number
  readonly startsToo: boolean
  readonly happenings: readonly ScreenHistoryEvent[]
}

export const screenHistory: fc.Arbitrary<ScreenHistory> = fc.record({
  seed: fc.nat(),
  screens: fc.integer({ min: 2, max: 4 }),
  undoSeconds: fc.constantFrom(0, 5),
  startsToo: fc.boolean(),
  happenings: fc.array(happening, { minLength: 4, maxLength: 36 }),
})

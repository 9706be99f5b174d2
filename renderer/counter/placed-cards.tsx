import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { filledPlaces, type ListSizes, placesAfter, type SteadyPlaces, settledPlaces } from './steady-places.ts'
import { useHeight } from './use-height.ts'

/** The columns that the style sheet gives the list, which depend on its width. */
function useColumnCount(list: RefObject<HTMLDivElement | null>): number {
  const [count, setCount] = useState(1)
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const measure = (): void => setCount(getComputedStyle(element).gridTemplateColumns.split(' ').length)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return count
}

const idsOf = (places: SteadyPlaces): readonly string[] => places.flatMap(({ id }) => id ?? [])

const neverUrgent = (): boolean => false

export type PlacedCardsProps = {
  readonly className: string
  /** The most urgent first. */
  readonly ids: readonly string[]
  readonly card: (orderId: string) => ReactNode
  /** Rows of text of an order, estimated. */
  readonly rowsOf: (orderId: string) => number
  /** Whether an order belongs on top when the window is calm. */
  readonly isUrgent?: ((orderId: string) => boolean) | undefined
  /** Called some time after the last touch, when the places are settled. */
  readonly onCalm?: ((list: HTMLElement) => void) | undefined
  /** What stands in a column below its orders. */
  readonly below?: ((column: number, columns: number) => ReactNode) | undefined
  readonly empty?: ReactNode
}

type Kept = { readonly columns: number; readonly places: SteadyPlaces }

/** The places of the orders, and the heights with which they are drawn. */
function usePlacedCards({ ids, rowsOf, isUrgent = neverUrgent, onCalm }: PlacedCardsProps) {
  const { clock } = useWindowParts()
  const guard = useBumpGuard()
  const list = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<string, number>())
  const columns = useColumnCount(list)
  const sizes: ListSizes = { columns, rowsOf, heightOf: (id) => heights.current.get(id) ?? 0 }
  const [kept, setKept] = useState<Kept>({ columns, places: [] })
  const places =
    kept.columns === columns
      ? placesAfter(kept.places, ids, sizes)
      : placesAfter(filledPlaces(idsOf(kept.places), sizes), ids, sizes)
  if (places !== kept.places) setKept({ columns, places })
  const schedule = useSettleWhenCalm(() => {
    if (list.current === null) return
    const { scrollHeight, clientHeight } = list.current
    const after = settledPlaces(places, { ...sizes, ids, isFull: scrollHeight > clientHeight, isUrgent })
    if (after !== places) {
      guard.moved(idsOf(after))
      setKept({ columns, places: after })
    }
    onCalm?.(list.current)
  })
  useLayoutEffect(schedule)
  // Nothing of this list has been touched yet.
  const isOpened = useRef(false)
  useLayoutEffect(() => {
    if (isOpened.current || list.current === null) return
    isOpened.current = true
    onCalm?.(list.current)
  }, [onCalm])
  // An order also becomes urgent by time, without a change.
  useLayoutEffect(() => clock.subscribeSlowly(schedule), [clock, schedule])
  /** What stands below an order that grows has moved: no tap is meant for it. */
  const record = (orderId: string, height: number): void => {
    const at = places.findIndex(({ id }) => id === orderId)
    const place = places[at]
    const before = heights.current.get(orderId) ?? place?.kept ?? 0
    heights.current.set(orderId, height)
    if (place === undefined || before === 0 || before === height) return
    guard.moved(idsOf(places.slice(at + 1).filter(({ column }) => column === place.column)))
  }
  return { list, places, columns, record }
}

type BoxProps = {
  readonly orderId: string
  readonly kept: number
  readonly record: (orderId: string, height: number) => void
  readonly children: ReactNode
}

/** The room of an order. Its height is recorded, because the room of one that has left stays as high. */
function Box({ orderId, kept, record, children }: BoxProps) {
  const box = useHeight<HTMLDivElement>((height) => record(orderId, height))
  return (
    <div ref={box} className="counter-box" style={kept === 0 ? undefined : { minHeight: kept }}>
      {children}
    </div>
  )
}

/**
 * Orders in steady places, in as many columns as fit. While the window is touched no order moves; some time after the last
 * touch gaps close and urgent orders come first.
 */
export function PlacedCards(props: PlacedCardsProps) {
  const { className, card, below, empty } = props
  const { list, places, columns, record } = usePlacedCards(props)
  return (
    <div className={className} ref={list}>
      {Array.from({ length: columns }, (_, column) => (
        // A column is its position.
        // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
        <div key={column} className="counter-column">
          {places.map(({ id, kept, column: own }, place) =>
            own !== column ? null : id === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a free place is its position
              <div key={`free ${place}`} className="handover-free" style={{ height: kept }} aria-hidden />
            ) : (
              <Box key={id} orderId={id} kept={kept} record={record}>
                {card(id)}
              </Box>
            ),
          )}
          {below?.(column, columns)}
        </div>
      ))}
      {empty}
    </div>
  )
}

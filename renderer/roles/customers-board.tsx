import { useEffect } from 'react'
import { customersBoardOf } from '../../shared/customers-board.ts'
import { CUSTOMERS_WORDS } from '../../shared/customers-words.ts'
import { freshnessNow } from '../store/freshness-now.ts'
import { useComanda, useFormats, useTick } from '../window/window-parts.ts'

/** A finger that rests so long opens the settings (ms). */
const HOLD_MS = 3_000
/** It may tremble so far (px). */
const TREMBLE_PX = 24
/** Ids that a column has room for. */
const MOST_SHOWN = 40

/** There are no controls: a long press or Escape opens the settings, which the PIN guards where one is set. */
function useHiddenWay(): void {
  const openDialog = useComanda((state) => state.openDialog)
  const hasDialog = useComanda((state) => state.dialog !== undefined)
  useEffect(() => {
    if (hasDialog) return
    const ending = new AbortController()
    const { signal } = ending
    const open = (): void => openDialog({ kind: 'settings' })
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    const stop = (): void => clearTimeout(timer)
    document.addEventListener(
      'pointerdown',
      ({ clientX, clientY }) => {
        from = { x: clientX, y: clientY }
        stop()
        timer = setTimeout(open, HOLD_MS)
      },
      { signal },
    )
    document.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - from.x, clientY - from.y) > TREMBLE_PX) stop()
      },
      { signal },
    )
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, stop, { signal })
    document.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && open(), { signal })
    return () => {
      stop()
      ending.abort()
    }
  }, [openDialog, hasDialog])
}

/** How old the board is, where it is not up to date. */
function Age() {
  const formats = useFormats()
  const freshness = useComanda((state) => state.connection.freshness)
  const locale = useComanda((state) => state.settings?.locale ?? 'pt-BR')
  const state = useTick((now) => freshnessNow(freshness, now))
  const { checkedAt } = freshness
  const age = useTick((now) => (checkedAt === undefined ? '' : formats.duration(now - checkedAt)))
  const words = CUSTOMERS_WORDS[locale]
  const said = age === '' ? words.never : words.updated.replace('{{age}}', age)
  return (
    <p className="customers-age" role="status" data-testid="freshness" data-state={state}>
      {state === 'fresh' ? null : said}
    </p>
  )
}

const lengthOf = (id: string): string => {
  const { length } = [...id]
  return length <= 5 ? 'short' : length <= 8 ? 'middle' : 'long'
}
const sizeOf = (count: number): string => {
  if (count <= 8) return 'few'
  if (count <= 18) return 'some'
  return count <= 24 ? 'busy' : 'many'
}

/** Ids may repeat, and each has its own place. */
const keyed = (ids: readonly string[]) => ids.map((id, index) => ({ id, key: `${index} ${id}` }))

function Column({ kind, ids }: { readonly kind: 'preparing' | 'ready'; readonly ids: readonly string[] }) {
  const locale = useComanda((state) => state.settings?.locale ?? 'pt-BR')
  const words = CUSTOMERS_WORDS[locale]
  const rest = ids.length - MOST_SHOWN
  return (
    <section className="customers-column" data-column={kind} aria-labelledby={`customers-${kind}`}>
      <h2 id={`customers-${kind}`} className="customers-title">
        {words[kind]}
      </h2>
      <ul className="customers-ids" data-size={sizeOf(ids.length)}>
        {keyed(ids.slice(0, MOST_SHOWN)).map(({ id, key }) => (
          <li key={key} className="customers-id" data-length={lengthOf(id)}>
            <bdi>{id}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="customers-more">{words.more.replace('{{count}}', String(rest))}</p> : null}
    </section>
  )
}

/** What customers see: which orders are being prepared and which are ready. No names, nothing to touch. */
export function CustomersBoard() {
  const orders = useComanda((state) => state.board.orders)
  const words = CUSTOMERS_WORDS[useComanda((state) => state.settings?.locale ?? 'pt-BR')]
  useHiddenWay()
  const { preparing, ready } = customersBoardOf(Object.values(orders))
  return (
    <main className="customers">
      <h1 className="visually-hidden">{words.title}</h1>
      <Column kind="preparing" ids={preparing} />
      <Column kind="ready" ids={ready} />
      <Age />
    </main>
  )
}

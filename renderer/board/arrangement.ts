import type { Lane, Ticket } from '../../shared/ticket.ts'
import type { BoardState } from '../store/projection.ts'
import {
  type GridSpec,
  inReadingOrder,
  type Placements,
  pagesOf,
  placed,
  type Size,
  type Slot,
  supposed,
  type Wanted,
} from './slots.ts'

/** What the board shows: all that the kitchen has in hand, with what waits and what has left behind it; or one lane. */
export type BoardFilter = 'all' | Lane

/** A run of pages of its own. `kitchen`: new, in preparation and ready together. */
export type SectionKind = 'kitchen' | Lane

export type Section = { readonly kind: SectionKind; readonly firstPage: number; readonly pages: number }

export type Sizes = Readonly<Record<string, Size>>

export type Arrangement = {
  readonly sections: readonly Section[]
  readonly placements: Placements
  /** Those of them that are only supposed to stand there, until somebody has looked at how much room they need. */
  readonly supposed: ReadonlySet<string>
  /** Tickets in the order in which eye and focus go. */
  readonly ids: readonly string[]
  readonly pages: number
}

/** Where tickets stood before, by section and grid: who comes back to a view finds it as it was. */
export type SlotMemory = Map<string, Placements>

export const NOTHING_ARRANGED: Arrangement = {
  sections: [],
  placements: {},
  supposed: new Set(),
  ids: [],
  pages: 1,
}

export const KITCHEN_LANES: readonly Lane[] = ['new', 'preparing', 'ready']

function idsOf(board: BoardState, kind: SectionKind): readonly string[] {
  if (kind !== 'kitchen') return board.lanes[kind]
  const createdAt = (id: string): number => board.orders[id]?.createdAt ?? 0
  // The oldest comes first where several are new to the board at once.
  return KITCHEN_LANES.flatMap((lane) => board.lanes[lane]).toSorted((a, b) => createdAt(a) - createdAt(b))
}

const sectionsFor = (filter: BoardFilter): readonly SectionKind[] =>
  filter === 'all' ? ['kitchen', 'scheduled', 'done'] : [filter]

const shifted = (slot: Slot, columns: number): Slot =>
  columns === 0 ? slot : { ...slot, column: slot.column + columns }

/** Keeps the order in which tickets stood when the grid has become another. */
function asTheyStood(ids: readonly string[], before: Placements): readonly string[] {
  const rank = new Map(inReadingOrder(before).map((id, index) => [id, index]))
  return ids.toSorted((a, b) => (rank.get(a) ?? rank.size) - (rank.get(b) ?? rank.size))
}

/**
 * Lays the tickets out, each in its slot. Sections that follow each other begin on a page of their own. Remembers in
 * `memory` where everything stands, and in `supposedMemory` what is only supposed to stand somewhere.
 */
export function arrange(
  board: BoardState,
  sizes: Sizes,
  view: {
    readonly filter: BoardFilter
    readonly grid: GridSpec
    readonly isShown: (ticket: Ticket | undefined) => boolean
    /** The room that a ticket will need about, by its id. */
    readonly guess: (id: string) => Size
    /** Whether a ticket is drawn, so that it is about to be measured. */
    readonly isDrawn: (id: string) => boolean
    /**
     * Whether what is only supposed to stand somewhere stays there, and who comes leaves the far ones their places: else
     * they close the gaps that others left.
     */
    readonly isSteady: boolean
    /**
     * The page in sight, from 0. Who has turned to a later one finds its tickets there, near the places where they were
     * supposed to stand, not moved up to the first pages as they are measured.
     */
    readonly page: number
  },
  memory: SlotMemory,
  supposedMemory: SlotMemory,
): Arrangement {
  const { filter, grid, isShown, guess, isDrawn, isSteady, page } = view
  const placements: Record<string, Slot> = {}
  const sections: Section[] = []
  const onlySupposed = new Set<string>()
  let firstPage = 0
  for (const kind of sectionsFor(filter)) {
    const ids = idsOf(board, kind).filter((id) => isShown(board.orders[id]))
    const key = `${kind} ${grid.columns}×${grid.rows}`
    const before = memory.get(key)
    const last = before ?? memory.get(kind) ?? {}
    const known: Wanted[] = []
    const guessed: Wanted[] = []
    for (const id of asTheyStood(ids, last)) {
      // Who has a place keeps it while it is measured anew: after a start, in another language, on another screen.
      const size = sizes[id] ?? before?.[id]
      if (size) known.push({ id, size })
      else guessed.push({ id, size: guess(id) })
    }
    const supposedBefore = supposedMemory.get(key) ?? {}
    const far = isSteady ? guessed.filter(({ id }) => !isDrawn(id)) : []
    const spared = far.flatMap(({ id }) => supposedBefore[id] ?? [])
    const firm = placed(before ?? {}, known, grid, page > 0 ? { near: supposedBefore } : { spared })
    memory.set(key, firm)
    memory.set(kind, firm)
    const notFirm = supposed(firm, guessed, grid, isSteady ? supposedBefore : {}, page - firstPage)
    supposedMemory.set(key, notFirm)
    const all = guessed.length === 0 ? firm : { ...firm, ...notFirm }
    for (const { id } of guessed) onlySupposed.add(id)
    const pages = pagesOf(all, grid)
    for (const [id, slot] of Object.entries(all)) placements[id] = shifted(slot, firstPage * grid.columns)
    const isFirst = sections.length === 0
    if (pages > 0 || isFirst) sections.push({ kind, firstPage, pages: Math.max(1, pages) })
    firstPage += isFirst ? Math.max(1, pages) : pages
  }
  return {
    sections,
    placements,
    supposed: onlySupposed,
    ids: inReadingOrder(placements),
    pages: Math.max(1, firstPage),
  }
}

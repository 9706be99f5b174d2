import type { PrepStation } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { namesLine } from './station-lines.ts'

/** The progress of one preparation station with an order. `name` undefined: the lines that belong to no station. */
export type PartProgress = { readonly name: string | undefined; readonly done: number; readonly count: number }

/** The parts of an order that have lines, in the order of the shop's stations. A line may belong to more than one. */
export function progressOfParts(
  { lines }: Pick<Ticket, 'lines'>,
  stations: readonly PrepStation[],
): readonly PartProgress[] {
  const groups = [
    ...stations.map((station) => ({ name: station.name, own: lines.filter((line) => namesLine(line, station)) })),
    { name: undefined, own: lines.filter((line) => !stations.some((station) => namesLine(line, station))) },
  ]
  return groups.flatMap(({ name, own }) =>
    own.length === 0 ? [] : [{ name, done: own.filter(({ struck }) => struck).length, count: own.length }],
  )
}

/** Whether every line is struck. False for an order that is larger than its ticket: its other lines cannot be struck. */
export const isComplete = ({ lines, moreLines }: Pick<Ticket, 'lines' | 'moreLines'>): boolean =>
  moreLines === undefined && lines.length > 0 && lines.every(({ struck }) => struck)

import type { PrepStation } from '../../shared/contract/settings.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isMade } from '../../shared/ticket/ticket-tree.ts'
import { namesLine, partsOf } from './station-lines.ts'

/** The progress of one preparation station with an order. `name` undefined: the lines that belong to no station. */
type PartProgress = { readonly name: string | undefined; readonly done: number; readonly count: number }

/** The parts of an order that have something to make, in the order of the shop's stations. */
export function progressOfParts(
  { lines }: Pick<Ticket, 'lines'>,
  stations: readonly PrepStation[],
): readonly PartProgress[] {
  const groups = [
    ...stations.map((station) => ({
      name: station.name,
      own: [...lines.filter((line) => namesLine(line, station)), ...partsOf({ lines }, station, stations)],
    })),
    { name: undefined, own: lines.filter((line) => !stations.some((station) => namesLine(line, station))) },
  ]
  return groups.flatMap(({ name, own }) => {
    const made = own.filter(isMade)
    return made.length === 0 ? [] : [{ name, done: made.filter(({ struck }) => struck).length, count: made.length }]
  })
}

/** Whether everything is done. False for an order that is larger than its ticket: its other lines cannot be struck. */
export const isComplete = (
  { lines, moreLines }: Pick<Ticket, 'lines' | 'moreLines'>,
  stations: readonly PrepStation[],
): boolean =>
  moreLines === undefined &&
  lines.length > 0 &&
  progressOfParts({ lines }, stations).every(({ done, count }) => done === count)

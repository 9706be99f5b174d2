import { createContext, useContext } from 'react'
import type { Ticket } from '../../shared/ticket.ts'
import type { PlacesStore } from '../places/places-store.ts'
import type { Size } from '../places/placing.ts'
import { provided } from '../window/window-parts.ts'
import type { Measurement } from './measure.ts'

/** How a ticket was drawn when it was measured. */
type Drawing = {
  readonly ticket: Ticket
  readonly failure: string | undefined
  readonly columns: number
  /** Version of the sizes. A measurement for an earlier version is not used. */
  readonly generation: number
}

/** The measured sizes of the tickets of a board. */
export type TicketSizes = {
  /** Reports the size before the next paint, together with the other sizes of the same drawing. */
  report(drawing: Drawing, measurement: Measurement): void
  /**
   * Whether the size of a ticket in this drawing is known. Then a ticket that moves to another page is not measured again.
   */
  isKnown(drawing: Drawing): boolean
}

export const TicketSizesContext = createContext<TicketSizes | undefined>(undefined)
export const useTicketSizes = (): TicketSizes => provided(useContext(TicketSizesContext), 'TicketSizesContext')

export function createTicketSizes(places: PlacesStore): TicketSizes {
  const drawings = new WeakMap<Ticket, Drawing>()
  let sizes = new Map<string, Size>()
  let trials = new Map<string, number>()
  let isWaiting = false
  const handOver = (): void => {
    isWaiting = false
    const [measured, tried] = [sizes, trials]
    sizes = new Map()
    trials = new Map()
    places.measured(measured, tried)
  }
  return {
    report(drawing, measurement) {
      const { sizes: known, trials: before, generation } = places.getState()
      const { orderId } = drawing.ticket
      if (drawing.generation !== generation) return
      if ('trial' in measurement) {
        if (before.get(orderId) === measurement.trial) return
        trials.set(orderId, measurement.trial)
      } else {
        drawings.set(drawing.ticket, drawing)
        const size = known.get(orderId)
        if (size?.columns === measurement.size.columns && size.height === measurement.size.height) return
        sizes.set(orderId, measurement.size)
      }
      if (isWaiting) return
      isWaiting = true
      queueMicrotask(handOver)
    },
    isKnown({ ticket, failure, columns, generation }) {
      const known = drawings.get(ticket)
      return (
        known?.failure === failure &&
        known?.columns === columns &&
        known?.generation === generation &&
        places.getState().sizes.has(ticket.orderId)
      )
    },
  }
}

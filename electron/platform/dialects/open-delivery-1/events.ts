import { isPlainRecord } from '../../../../shared/is-record.ts'
import { slimEvent } from '../../../../shared/order/event-page.ts'

/** Without their time: in 1.x it is that of the order, and says nothing about when an event happened. */
export const neutralEvents = (events: readonly unknown[]): readonly unknown[] =>
  events.map((sent) => {
    const event = slimEvent(sent)
    if (!isPlainRecord(event)) return event
    const { createdAt: _, ...others } = event
    return others
  })

import type { Ticket } from './ticket.ts'

/** Whether the kitchen or the counter still works on the order, or has to stop it. */
export const isOpen = ({ lane, cancelled, recalled }: Ticket): boolean =>
  cancelled ? !cancelled.acknowledged : lane !== 'done' || recalled === true

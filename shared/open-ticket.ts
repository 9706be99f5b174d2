import type { Ticket } from './ticket.ts'

/** What the kitchen or the counter still works on, and what it has to be told to stop. */
export const isOpen = ({ lane, cancelled, recalled }: Ticket): boolean =>
  cancelled ? !cancelled.acknowledged : lane !== 'done' || recalled === true

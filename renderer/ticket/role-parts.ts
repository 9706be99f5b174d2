import { type ComponentType, createContext } from 'react'
import type { Ticket } from '../../shared/ticket/ticket.ts'

type PartOfTicket = ComponentType<{ readonly ticket: Ticket }>

/** The parts with which a role replaces the button in a ticket's head, and what it adds below the dishes. */
export type RoleParts = { readonly Step?: PartOfTicket; readonly Progress?: PartOfTicket }

export const RolePartsContext = createContext<RoleParts>({})

import { type ComponentType, createContext } from 'react'
import type { Ticket } from '../../shared/ticket.ts'

type PartOfTicket = ComponentType<{ readonly ticket: Ticket }>

/** The components with which a role replaces a ticket's footer and a card's button. */
export type RoleParts = { readonly Footer?: PartOfTicket; readonly CardStep?: PartOfTicket }

export const RolePartsContext = createContext<RoleParts>({})

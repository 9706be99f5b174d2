import { type ComponentType, createContext } from 'react'
import type { Ticket } from '../../shared/ticket.ts'

type PartOfTicket = ComponentType<{ readonly ticket: Ticket }>

/** What the role of a screen puts in the place of a ticket's footer and of a card's button. */
export type RoleParts = { readonly Footer?: PartOfTicket; readonly CardStep?: PartOfTicket }

export const RolePartsContext = createContext<RoleParts>({})

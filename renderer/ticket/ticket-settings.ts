import { createContext, useContext } from 'react'
import type { Settings } from '../../shared/contract/settings.ts'

/** The settings for the parts of a ticket. Each ticket subscribes to the store once, instead of each line and note. */
export const TicketSettingsContext = createContext<Settings | undefined>(undefined)
export const useTicketSettings = (): Settings | undefined => useContext(TicketSettingsContext)

/** Whether the ticket shows the whole order, also the lines of other stations: an order that staff have opened. */
export const WholeOrderContext = createContext(false)

import { createContext, useContext } from 'react'
import type { Settings } from '../../shared/settings.ts'

/** The settings that a ticket passes to its parts: each ticket subscribes to the store once, not each line and note. */
export const TicketSettingsContext = createContext<Settings | undefined>(undefined)
export const useTicketSettings = (): Settings | undefined => useContext(TicketSettingsContext)

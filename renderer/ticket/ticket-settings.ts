import { createContext, useContext } from 'react'
import type { Settings } from '../../shared/settings.ts'

/** The settings as the ticket around it has them: each ticket listens to the store once, not every line and note of it. */
export const TicketSettingsContext = createContext<Settings | undefined>(undefined)
export const useTicketSettings = (): Settings | undefined => useContext(TicketSettingsContext)

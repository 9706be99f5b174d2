import { createContext, useContext } from 'react'
import type { Settings } from '../../shared/contract/settings.ts'
import type { ComandaState } from '../store/state.ts'
import { provided } from '../ui/window/window-parts.ts'

/** What every ticket of a board depends on. The board subscribes to it once, instead of each part of each ticket. */
type BoardFacts = Pick<ComandaState, 'settings' | 'failures'> & Pick<ComandaState['board'], 'shops' | 'severalBrands'>

export const BoardFactsContext = createContext<BoardFacts | undefined>(undefined)
export const useBoardFacts = (): BoardFacts => provided(useContext(BoardFactsContext), 'BoardFactsContext')
export const useTicketSettings = (): Settings | undefined => useBoardFacts().settings

/** Whether the ticket shows the whole order, also the lines of other stations: an order that staff have opened. */
export const WholeOrderContext = createContext(false)

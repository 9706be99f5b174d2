import { createContext, useContext } from 'react'
import { provided } from '../ui/window/window-parts.ts'
import type { Speaker } from './speaker.ts'

export const SpeakerContext = createContext<Speaker | undefined>(undefined)

export const useSpeaker = (): Speaker => provided(useContext(SpeakerContext), 'SpeakerContext')

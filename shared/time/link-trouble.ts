import type { Trouble } from './freshness.ts'

/** What is wrong between a screen and its main computer. */
export type LinkTrouble = Extract<Trouble, 'station-away' | 'station-older' | 'screen-older' | 'not-paired'>

export const isLinkTrouble = (trouble: Trouble | undefined): trouble is LinkTrouble =>
  trouble === 'station-away' || trouble === 'station-older' || trouble === 'screen-older' || trouble === 'not-paired'

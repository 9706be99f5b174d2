/** Why a link to a station failed. */
export const LINK_TROUBLES = [
  /** Nothing answers at this address. */
  'unreachable',
  /** What answers is not a station, or one of another version. */
  'not-a-station',
  /** A station answers, with another key than the one that was paired. */
  'wrong-station',
  /** The station's list does not have this screen. */
  'not-paired',
  /** No pairing is open at the station. */
  'not-open',
  /** The code is wrong, or something stands between the two machines. */
  'wrong-code',
  /** The station has as many screens as it takes. */
  'list-full',
  'stopped',
] as const
export type LinkTrouble = (typeof LINK_TROUBLES)[number]

export class LinkError extends Error {
  readonly trouble: LinkTrouble
  constructor(trouble: LinkTrouble, message: string) {
    super(`${trouble}: ${message}`)
    this.name = 'LinkError'
    this.trouble = trouble
  }
}

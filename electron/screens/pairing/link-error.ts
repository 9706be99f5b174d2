/** Why a link to a station failed. */
export const LINK_ERROR_CODES = [
  /** Nothing answers at this address. */
  'unreachable',
  /** The program that answers is not a station, or it is a station of another version. */
  'not-a-station',
  /** A station answers, with another key than the one that was paired. */
  'wrong-station',
  /** The station's list does not have this screen. */
  'not-paired',
  /** No pairing is open at the station. */
  'not-open',
  /** The code is wrong, or another machine relays the connection. */
  'wrong-code',
  /** The station's list of screens is full. */
  'list-full',
  'stopped',
] as const
export type LinkErrorCode = (typeof LINK_ERROR_CODES)[number]

export class LinkError extends Error {
  readonly trouble: LinkErrorCode
  constructor(trouble: LinkErrorCode, message: string) {
    super(`${trouble}: ${message}`)
    this.name = 'LinkError'
    this.trouble = trouble
  }
}

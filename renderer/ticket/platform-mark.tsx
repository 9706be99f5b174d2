import type { ConnectionMark } from '../../shared/ticket/ticket.ts'
import './channels.css'

/** A longer name is shown by its first word where the row is short. */
const MAX_SHORT_NAME = 10

const shortNameOf = (name: string): string =>
  name.length <= MAX_SHORT_NAME ? name : (name.trim().split(/\s+/)[0] ?? name)

/** The sign of a platform: each colour has a form of its own, for people who do not tell the colours apart. */
export const PlatformSign = ({ color }: Pick<ConnectionMark, 'color'>) => (
  <span className="platform-sign" data-channel-color={color} aria-hidden />
)

/** The whole name with its sign, in a line that may wrap. */
export const PlatformName = ({ connection: { name, color } }: { readonly connection: ConnectionMark }) => (
  <span className="platform-name">
    <PlatformSign color={color} />
    <bdi>{name}</bdi>
  </span>
)

/** The platform of an order, where no other line names it: its sign, and its short name where the row has room for it. */
export const PlatformMark = ({ connection: { name, color } }: { readonly connection: ConnectionMark }) => (
  <span className="platform" role="img" aria-label={name}>
    <span className="platform-plate">
      <PlatformSign color={color} />
    </span>
    <span>{shortNameOf(name)}</span>
  </span>
)

import { OrderBoard } from '../board/order-board.tsx'
import { RolePartsContext } from '../ticket/role-parts.ts'
import { CustomersBoardView } from './customers-board-view.tsx'
import { PASS_PARTS } from './pass-parts.tsx'
import { PREP_PARTS } from './prep-parts.tsx'
import { WhichStation } from './which-station.tsx'
import './roles.css'

/** The roles with their own view. The other roles use the views of the kitchen and of the counter. */
export type OwnViewRole = 'prep' | 'pass' | 'customers'

/** The view of a screen with a role. */
export function RoleView({ role }: { readonly role: OwnViewRole }) {
  if (role === 'customers') return <CustomersBoardView />
  return (
    <RolePartsContext value={role === 'prep' ? PREP_PARTS : PASS_PARTS}>
      <WhichStation />
      <OrderBoard />
    </RolePartsContext>
  )
}

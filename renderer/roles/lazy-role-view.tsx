import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'
import type { OwnViewRole } from './role-view.tsx'

const RoleView = loadLater(async () => (await import('./role-view.tsx')).RoleView)

/** Loaded where a screen has such a role. */
export function LazyRoleView({ role }: { readonly role: OwnViewRole }) {
  return (
    <Suspense fallback={null}>
      <RoleView role={role} />
    </Suspense>
  )
}

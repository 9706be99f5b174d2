import { Suspense } from 'react'
import { lazyComponent } from '../window/lazy-component.tsx'
import type { OwnViewRole } from './role-view.tsx'

const RoleView = lazyComponent(async () => (await import('./role-view.tsx')).RoleView)

/** The view of a role, loaded on a screen with this role. */
export function LazyRoleView({ role }: { readonly role: OwnViewRole }) {
  return (
    <Suspense fallback={null}>
      <RoleView role={role} />
    </Suspense>
  )
}

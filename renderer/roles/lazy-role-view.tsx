import { lazyComponent } from '../window/lazy-component.tsx'

/** The view of a role, loaded on a screen with this role. */
export const LazyRoleView = lazyComponent(async () => (await import('./role-view.tsx')).RoleView)

import { lazyComponent } from '../window/lazy-component.tsx'

/** The panel, loaded when the kitchen has no credentials. */
export const LazySetupPanel = lazyComponent(
  async () => (await import('./setup-panel.tsx')).SetupPanel,
  <main className="setup" />,
)

import { Component, type ReactNode } from 'react'

type DialogBoundaryProps = { readonly onBroken: () => void; readonly children: ReactNode }

/** Closes a dialog that throws, or whose code cannot be loaded. The board is not affected. */
export class DialogBoundary extends Component<DialogBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    this.props.onBroken()
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}

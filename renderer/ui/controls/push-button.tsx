import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components/Button'

type PushButtonProps = Omit<ButtonProps, 'className' | 'children'> & {
  readonly label: string
  readonly Icon?: LucideIcon
  readonly kind?: 'primary' | 'danger' | undefined
}

/** A button with words. */
export const PushButton = ({ label, Icon, kind, ...button }: PushButtonProps) => (
  <Button {...button} className={kind === undefined ? 'button' : `button button-${kind}`}>
    {Icon === undefined ? null : <Icon aria-hidden />}
    {label}
  </Button>
)

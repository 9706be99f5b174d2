import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

type HeaderButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly Icon: LucideIcon; readonly words: string }

/** A button of the header with an icon and words. A narrow header shows the icon alone. */
export const HeaderButton = ({ Icon, words, ...button }: HeaderButtonProps) => (
  <button type="button" className="button header-button" {...button}>
    <Icon aria-hidden />
    <span className="header-words">{words}</span>
  </button>
)

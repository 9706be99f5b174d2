import type { LucideIcon } from 'lucide-react'

/** A button of the header with an icon and words. A narrow header shows the icon alone. */
export function HeaderButton(props: {
  readonly testId: string
  readonly Icon: LucideIcon
  readonly words: string
  readonly state?: string
  readonly onClick: () => void
}) {
  const { testId, Icon, words, state, onClick } = props
  return (
    <button type="button" className="button header-button" data-testid={testId} data-state={state} onClick={onClick}>
      <Icon aria-hidden />
      <span className="header-words">{words}</span>
    </button>
  )
}

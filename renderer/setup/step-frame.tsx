import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { Slot } from '../../shared/ticket/ticket-key.ts'

type StepButton = {
  readonly id: string
  readonly label: string
  readonly onPress: () => void
  readonly isDisabled?: boolean
  /** Goes to the next step although this step is not done. */
  readonly isSkip?: boolean
}

type StepFrameProps = {
  readonly title: string
  readonly lead?: string | undefined
  readonly children: ReactNode
  /** Shown beside the content; on a narrow screen below it. */
  readonly aside?: ReactNode
  /** The usual next step: a large button at the right. */
  readonly primary?: StepButton | undefined
  readonly onBack?: (() => void) | undefined
  readonly others?: readonly StepButton[]
  /** Shown above the buttons, where it is in sight at every size. */
  readonly answer?: ReactNode
}

/** The keyboard on the screen closes. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

/** The page of a step: title, content, and the buttons at the bottom. */
export function StepFrame({ title, lead, children, aside, primary, onBack, others = [], answer }: StepFrameProps) {
  const { t } = useTranslation()
  const button = ({ id, label, onPress, isDisabled = false }: StepButton, look = '', Icon?: typeof ArrowRight) => (
    <Button
      key={id}
      className={`button wizard-button ${look}`}
      data-wizard={id}
      isDisabled={isDisabled}
      // On a slow computer the focus of a touch comes after its press, and would leave the field that the step gives it to.
      preventFocusOnPress
      onPress={() => {
        leaveField()
        onPress()
      }}
    >
      {label}
      {Icon === undefined ? null : <Icon aria-hidden />}
    </Button>
  )
  return (
    <div className="wizard-card">
      <div className="wizard-body">
        <h2 className="wizard-title">{title}</h2>
        {lead === undefined ? null : <p className="wizard-lead">{lead}</p>}
        <div className="wizard-columns">
          <div className="wizard-main">{children}</div>
          {aside === undefined ? null : <div className="wizard-aside">{aside}</div>}
        </div>
      </div>
      <div className="wizard-foot">
        {answer}
        {onBack && button({ id: 'back', label: t('action.back'), onPress: onBack })}
        {others.map((other) => button(other))}
        {primary &&
          (primary.isSkip === true
            ? button(primary, 'wizard-on')
            : button(primary, 'wizard-on button-primary', ArrowRight))}
      </div>
    </div>
  )
}

/** What the user has done in the steps. Kept until the set-up closes. */
export type StepResults = {
  readonly heard: boolean
  readonly practised: boolean
}

export type StepProps = {
  /** The platform that is connected; absent: the first one. */
  readonly slot?: Slot | 'new' | undefined
  readonly onNext: () => void
  readonly onBack: () => void
  readonly results: StepResults
  readonly onResult: (result: Partial<StepResults>) => void
}

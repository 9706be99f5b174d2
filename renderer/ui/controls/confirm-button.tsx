import { type ReactNode, useState } from 'react'
import { PushButton } from './push-button.tsx'

/** A button: its words, and the attributes that find it. */
type Choice = {
  readonly label: string
  readonly 'aria-label'?: string
  readonly 'data-testid'?: string
  readonly 'data-practice'?: string
  readonly isDisabled?: boolean
}

type ConfirmButtonProps = {
  /** The button of the first tap. */
  readonly begin: Choice
  readonly warning?: string
  /** What is shown or filled in before the second tap. */
  readonly children?: ReactNode
  /** The button that changes nothing. */
  readonly back: Choice
  /** `run`: the question stays while a promise of it is pending, and when it resolves to `false`. */
  readonly choices: readonly (Choice & { readonly run: () => unknown })[]
}

/** A button for an action that a second tap on another button confirms. Before, it explains the effect. */
export function ConfirmButton({ begin, warning, children, back, choices }: ConfirmButtonProps) {
  const [step, setStep] = useState<'closed' | 'confirming' | 'working'>('closed')
  if (step === 'closed') {
    return (
      <div className="dialog-buttons">
        <PushButton {...begin} onPress={() => setStep('confirming')} />
      </div>
    )
  }
  const choose = async (run: () => unknown): Promise<void> => {
    setStep('working')
    setStep((await run()) === false ? 'confirming' : 'closed')
  }
  return (
    <>
      {warning === undefined ? null : (
        <p className="settings-warning" role="status">
          {warning}
        </p>
      )}
      {children}
      <div className="dialog-buttons">
        <PushButton {...back} onPress={() => setStep('closed')} />
        {choices.map(({ run, ...choice }) => (
          <PushButton
            {...choice}
            key={choice.label}
            kind="danger"
            isDisabled={step === 'working'}
            onPress={() => void choose(run)}
          />
        ))}
      </div>
    </>
  )
}

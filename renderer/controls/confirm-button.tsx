import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'

/** A button: its words, and the attributes that find it. */
type Choice = {
  readonly label: string
  readonly 'aria-label'?: string
  readonly 'data-testid'?: string
  readonly 'data-practice'?: string
  readonly isDisabled?: boolean
}

/** A button for an action that a second tap on another button confirms. Before, it explains the effect. */
export function ConfirmButton({
  begin: { label: beginLabel, ...begin },
  warning,
  children,
  back: { label: backLabel, ...back },
  choices,
}: {
  /** The button of the first tap. */
  readonly begin: Choice
  readonly warning?: string
  /** What is shown or filled in before the second tap. */
  readonly children?: ReactNode
  /** The button that changes nothing. */
  readonly back: Choice
  /** `run`: the question stays while a promise of it is pending, and when it resolves to `false`. */
  readonly choices: readonly (Choice & { readonly run: () => unknown })[]
}) {
  const [step, setStep] = useState<'closed' | 'confirming' | 'working'>('closed')
  if (step === 'closed') {
    return (
      <div className="dialog-buttons">
        <Button {...begin} className="button" onPress={() => setStep('confirming')}>
          {beginLabel}
        </Button>
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
        <Button {...back} className="button" onPress={() => setStep('closed')}>
          {backLabel}
        </Button>
        {choices.map(({ label, run, ...choice }) => (
          <Button
            {...choice}
            key={label}
            className="button button-danger"
            isDisabled={step === 'working'}
            onPress={() => void choose(run)}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

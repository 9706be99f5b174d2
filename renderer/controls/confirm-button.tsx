import { useState } from 'react'
import { Button } from 'react-aria-components/Button'

type Choice = { readonly testId: string; readonly label: string; readonly run: () => void }

/** A button for an action that cannot be taken back: it explains the effect, and a second tap on another button confirms it. */
export function ConfirmButton({
  begin,
  warning,
  back,
  choices,
}: {
  /** The button of the first tap. */
  readonly begin: Omit<Choice, 'run'>
  readonly warning?: string
  /** The words of the button that changes nothing. */
  readonly back: string
  readonly choices: readonly Choice[]
}) {
  const [isConfirming, setConfirming] = useState(false)
  if (!isConfirming) {
    return (
      <div className="dialog-buttons">
        <Button className="button" data-testid={begin.testId} onPress={() => setConfirming(true)}>
          {begin.label}
        </Button>
      </div>
    )
  }
  return (
    <>
      {warning === undefined ? null : (
        <p className="settings-warning" role="status">
          {warning}
        </p>
      )}
      <div className="dialog-buttons">
        <Button className="button" onPress={() => setConfirming(false)}>
          {back}
        </Button>
        {choices.map(({ testId, label, run }) => (
          <Button
            key={testId}
            className="button button-danger"
            data-testid={testId}
            onPress={() => {
              setConfirming(false)
              run()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

/** What the user has done in the steps, for the summary. Kept until the set-up closes. */
export type Findings = {
  readonly heard: boolean
  readonly practised: boolean
  /** The user chose to have no PIN. */
  readonly pinDeclined: boolean
}

export type StepProps = {
  readonly onNext: () => void
  readonly onBack: () => void
  readonly findings: Findings
  readonly onFound: (found: Partial<Findings>) => void
  readonly onClose: () => void
}

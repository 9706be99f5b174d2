/** What the user has done in the steps, for the summary. Kept until the set-up closes. */
export type StepResults = {
  readonly heard: boolean
  readonly practised: boolean
  /** The user chose to have no PIN. */
  readonly pinDeclined: boolean
}

export type StepProps = {
  readonly onNext: () => void
  readonly onBack: () => void
  readonly results: StepResults
  readonly onResult: (result: Partial<StepResults>) => void
  readonly onClose: () => void
}

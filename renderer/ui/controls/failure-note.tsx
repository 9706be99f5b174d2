import type { HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../../shared/contract/contract.ts'

/** Words about a failure; screen readers read them at once. */
export function Failure(props: HTMLAttributes<HTMLParagraphElement>) {
  return <p className="failure" role="alert" {...props} />
}

/** Shows why a call failed; empty without a failure. */
export function FailureNote({ failure }: { readonly failure: FailureCode | undefined }) {
  const { t } = useTranslation()
  return failure === undefined ? null : <Failure>{t(`failure.${failure}`)}</Failure>
}

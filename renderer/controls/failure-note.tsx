import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'

/** Shows why a call failed; empty without a failure. */
export function FailureNote({ failure }: { readonly failure: FailureCode | undefined }) {
  const { t } = useTranslation()
  return failure === undefined ? null : (
    <p className="failure" role="alert">
      {t(`failure.${failure}`)}
    </p>
  )
}

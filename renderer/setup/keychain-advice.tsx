import { useTranslation } from 'react-i18next'
import type { KeepTrouble } from '../../shared/contract/setup.ts'

/** Explains how to solve a problem of the keychain. */
export function KeychainAdvice({ trouble }: { readonly trouble: KeepTrouble }) {
  const { t } = useTranslation()
  return (
    <p className="setup-next" data-advice={trouble}>
      {t(`setup.advice.${trouble}`)}
    </p>
  )
}

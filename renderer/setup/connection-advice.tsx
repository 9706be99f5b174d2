import { useTranslation } from 'react-i18next'
import type { Trouble } from '../../shared/time/freshness.ts'
import { isKeychainTrouble } from './setup-start.ts'

/** Explains how to solve a problem of the connection. A person can solve those of the keychain, unless its entry is unreadable. */
export function ConnectionAdvice({ trouble }: { readonly trouble: Trouble }) {
  const { t } = useTranslation(['translation', 'setup'])
  return (
    <p>
      {trouble !== 'keychain-garbled' && isKeychainTrouble(trouble)
        ? t(`setup:advice.${trouble}`)
        : t(`trouble.${trouble}`)}
    </p>
  )
}

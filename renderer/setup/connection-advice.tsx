import { useTranslation } from 'react-i18next'
import type { Trouble } from '../../shared/time/freshness.ts'
import { isKeychainTrouble, keychainAdviceOf } from './setup-start.ts'

/** Explains how to solve a problem of the connection. */
export function ConnectionAdvice({ trouble }: { readonly trouble: Trouble }) {
  const { t } = useTranslation(['translation', 'setup'])
  const advice = isKeychainTrouble(trouble) ? keychainAdviceOf(trouble) : undefined
  return (
    <p className="setup-next" data-advice={advice}>
      {advice === undefined ? t(`trouble.${trouble}`) : t(`setup:advice.${advice}`)}
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import type { KeepTrouble } from '../../shared/setup.ts'

/** How a keychain that gives nothing is brought to give something again. */
export function KeychainWay({ trouble }: { readonly trouble: KeepTrouble }) {
  const { t } = useTranslation()
  return (
    <p className="setup-next" data-way={trouble}>
      {t(`setup.way.${trouble}`)}
    </p>
  )
}

import { useTranslation } from 'react-i18next'
import { useComanda } from '../ui/window/window-parts.ts'

/** The name of the first platform; absent where the kitchen has only one. */
export const useFirstOfSeveral = (): string | undefined =>
  useComanda((state) => state.connection.freshness.connections?.[0]?.name)

/** Says that some rows of a section are about the first platform alone. */
export function OfFirstPlatform() {
  const { t } = useTranslation('settings')
  const name = useFirstOfSeveral()
  return name === undefined ? null : (
    <p className="settings-hint" data-testid="of-first-platform">
      {t('platforms.ofFirst', { name })}
    </p>
  )
}

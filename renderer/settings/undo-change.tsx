import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../ui/window/settings-form.tsx'

/** Undoes the last change, for a few seconds. Its place is its own: nothing moves. */
export function UndoChange() {
  const { t } = useTranslation()
  const { undo } = useSettings()
  return undo === undefined ? null : (
    <button type="button" className="button page-tool settings-undo" data-command="undo-change" onClick={undo}>
      <Undo2 aria-hidden />
      {t('action.undo')}
    </button>
  )
}

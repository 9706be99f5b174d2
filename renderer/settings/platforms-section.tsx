import { useTranslation } from 'react-i18next'
import { PushButton } from '../controls/push-button.tsx'
import { Row } from '../controls/row.tsx'
import { useAdvice, useFreshnessState, useFreshnessWords } from '../window/freshness-words.ts'
import { useComanda } from '../window/window-parts.ts'

/** The platform whose orders this computer receives: its state, and the set-up that connects it. */
export function PlatformsSection() {
  const { t } = useTranslation('setup')
  const openDialog = useComanda((state) => state.openDialog)
  const state = useFreshnessState()
  const words = useFreshnessWords()
  const advice = useAdvice()
  return (
    <Row label={words} {...(state === 'fresh' ? {} : { help: advice })} data-state={state}>
      <PushButton data-testid="open-setup" label={t('begin')} onPress={() => openDialog({ kind: 'setup' })} />
    </Row>
  )
}

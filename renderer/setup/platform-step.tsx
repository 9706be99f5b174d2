import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupStatus } from '../../shared/contract/setup.ts'
import { useAnswer } from '../ui/window/use-answer.ts'
import { ConnectionResult } from './connection-result.tsx'
import { PlatformForm } from './platform-form.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'
import { useConnectionTest } from './use-connection-test.ts'

/** The platform of this kitchen. An existing connection is shown first. */
export function PlatformStep({ onNext, onBack, slot }: StepProps) {
  const { t } = useTranslation('wizard')
  const [isChanging, setChanging] = useState(false)
  const answer = useAnswer('setup:status', null)
  if (answer === undefined) return <StepFrame title={t('test.running')}>{null}</StepFrame>
  const status: SetupStatus = answer.ok ? answer.value : { state: 'empty' }
  const steps = { onNext, onBack }
  if (slot !== undefined) return <PlatformForm {...steps} slot={slot} />
  if (status.state === 'practice')
    return (
      <StepFrame title={t('step.platform')} primary={{ id: 'next', label: t('next'), onPress: onNext }} onBack={onBack}>
        <p>{t('practiceProfile')}</p>
      </StepFrame>
    )
  if (status.state === 'kept' && !isChanging)
    return <KeptConnection {...steps} status={status} onChange={() => setChanging(true)} />
  return (
    <PlatformForm
      {...steps}
      stored={status.state === 'kept' ? status.masked : undefined}
      onBack={isChanging ? () => setChanging(false) : onBack}
    />
  )
}

type KeptConnectionProps = Pick<StepProps, 'onNext' | 'onBack'> & {
  readonly status: SetupStatus
  readonly onChange: () => void
}

/** The connection in use. */
function KeptConnection({ status, onNext, onBack, onChange }: KeptConnectionProps) {
  const { t } = useTranslation('wizard')
  const { stage, test } = useConnectionTest(undefined, onNext)
  return (
    <StepFrame
      title={t('kept.title')}
      lead={t('kept.lead')}
      primary={{ id: 'next', label: t('next'), onPress: onNext }}
      onBack={onBack}
      others={[
        { id: 'change', label: t('kept.change'), onPress: onChange },
        { id: 'test-stored', label: t('test.again'), onPress: () => void test({}) },
      ]}
      aside={stage.at === 'idle' ? null : <ConnectionResult stage={stage} isAtField={false} />}
    >
      <dl className="wizard-facts">
        <dt>{t('address.full')}</dt>
        <dd data-testid="masked-address">{status.masked}</dd>
      </dl>
      {status.keptIn === undefined ? null : <p data-kept-in={status.keptIn}>{t(`kept.${status.keptIn}`)}</p>}
    </StepFrame>
  )
}

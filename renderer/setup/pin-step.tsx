import { Lock, LockOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { PinChange } from '../lock/pin-change.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'
import '../lock/lock.css'

/** Asks the user to choose a PIN or to decline one, and explains what is possible without a PIN. */
export function PinStep({ onNext, onBack, results, onResult }: StepProps) {
  const { t } = useTranslation('wizard')
  const { bridge } = useWindowParts()
  const [status, setStatus] = useState<LockStatus>()
  const [isChoosing, setChoosing] = useState(false)
  useEffect(() => {
    void callSafely(() => bridge.call['lock:status'](null)).then((answer) => {
      if (answer.ok) setStatus(answer.value)
    })
  }, [bridge])
  const isSet = status?.isSet === true
  const isDecided = isSet || results.pinDeclined
  const Icon = isSet ? Lock : LockOpen
  const choose = { id: 'choose-pin', label: t('pin.choose'), onPress: () => setChoosing(true) }
  const decline = { id: 'no-pin', label: t('pin.decline'), onPress: () => onResult({ pinDeclined: true }) }
  const back = { id: 'back', label: t('back'), onPress: onBack }
  return (
    <StepFrame
      title={t('pin.title')}
      lead={t('pin.lead')}
      {...(isChoosing
        ? {
            aside: (
              <PinChange
                task="set"
                needsSecret={status?.needsSecret ?? false}
                onDone={(next) => {
                  setStatus(next)
                  setChoosing(false)
                  onResult({ pinDeclined: false })
                }}
                onCancel={() => setChoosing(false)}
              />
            ),
          }
        : {
            primary: isDecided ? { id: 'next', label: t('next'), onPress: onNext } : choose,
            others: [back, ...(isSet ? [] : isDecided ? [choose] : [decline])],
          })}
    >
      <p className="wizard-pin" role="status" data-pin={isSet ? 'set' : isDecided ? 'declined' : 'open'}>
        {isDecided ? (
          <>
            <Icon aria-hidden />
            {t(isSet ? 'pin.isSet' : 'pin.declined')}
          </>
        ) : null}
      </p>
    </StepFrame>
  )
}

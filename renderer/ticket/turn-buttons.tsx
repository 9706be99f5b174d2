import { ArrowUpToLine, Hourglass, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { usePlacesStore } from '../places/places-context.ts'
import { useFormats, useTick, useWindowParts } from '../ui/window/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'
import './kitchen-marks.css'

const MINUTE_MS = 60_000
const HOLD_MINUTES = [10, 20]
/** A chosen time begins at the next step after the longest offered hold. */
const TIME_STEP_MS = 5 * MINUTE_MS
const FIRST_TIME_MS = 30 * MINUTE_MS

const roundedUp = (at: number): number => Math.ceil(at / TIME_STEP_MS) * TIME_STEP_MS

type MarkProps = { readonly ticket: Ticket }

/** Moves the order before all others to cook, and back. */
function FirstButton({ ticket: { orderId, isFirst = false } }: MarkProps) {
  const { t } = useTranslation('turn')
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <button
      type="button"
      className="act"
      data-command="first"
      aria-pressed={isFirst}
      onClick={() => void call(() => bridge.call['order:move-first']({ orderId, isFirst: !isFirst }))}
    >
      <ArrowUpToLine aria-hidden />
      <span className="act-words">{t(isFirst ? 'firstBack' : 'first')}</span>
    </button>
  )
}

/** A time of day in steps of five minutes, and the button that holds the order until then. */
function HoldUntilTime({ hold }: { readonly hold: (until: number) => void }) {
  const { t } = useTranslation('turn')
  const formats = useFormats()
  const { clock } = useWindowParts()
  const [until, setUntil] = useState(() => roundedUp(clock.now() + FIRST_TIME_MS))
  const isPast = useTick((now) => until - TIME_STEP_MS <= now)
  const time = formats.time(until)
  return (
    <div className="mark-choices mark-time">
      <button
        type="button"
        className="act"
        disabled={isPast}
        aria-label={t('holdUntil', { time: formats.time(until - TIME_STEP_MS) })}
        onClick={() => setUntil(until - TIME_STEP_MS)}
      >
        <Minus aria-hidden />
      </button>
      <button
        type="button"
        className="act act-primary"
        data-command="hold-until"
        aria-label={t('holdUntil', { time })}
        onClick={() => hold(until)}
      >
        <span className="act-words">{time}</span>
      </button>
      <button
        type="button"
        className="act"
        aria-label={t('holdUntil', { time: formats.time(until + TIME_STEP_MS) })}
        onClick={() => setUntil(until + TIME_STEP_MS)}
      >
        <Plus aria-hidden />
      </button>
    </div>
  )
}

/** Takes the order off the wall until a time. The same button brings it back. */
function HoldButton({ ticket: { orderId, heldUntil } }: MarkProps) {
  const { t } = useTranslation('turn')
  const formats = useFormats()
  const { bridge, clock } = useWindowParts()
  const places = usePlacesStore()
  const call = useTicketCall(orderId)
  const [step, setStep] = useState<'closed' | 'minutes' | 'time'>('closed')
  const hold = async (until: number | null): Promise<void> => {
    if (await call(() => bridge.call['order:hold']({ orderId, until }))) places.open(undefined)
  }
  return (
    <>
      <button
        type="button"
        className="act"
        data-command="hold"
        aria-expanded={heldUntil === undefined ? step !== 'closed' : undefined}
        onClick={() => {
          if (heldUntil === undefined) setStep(step === 'closed' ? 'minutes' : 'closed')
          else void hold(null)
        }}
      >
        <Hourglass aria-hidden />
        <span className="act-words">{t(heldUntil === undefined ? 'hold' : 'holdEnd')}</span>
      </button>
      {heldUntil === undefined && step === 'minutes' ? (
        <div className="mark-choices">
          {HOLD_MINUTES.map((minutes) => (
            <button
              key={minutes}
              type="button"
              className="act"
              data-choice={minutes}
              aria-label={t('holdFor', { time: formats.duration(minutes * MINUTE_MS) })}
              onClick={() => void hold(clock.now() + minutes * MINUTE_MS)}
            >
              +{formats.whole(minutes)}
            </button>
          ))}
          <button type="button" className="act" data-choice="time" onClick={() => setStep('time')}>
            <span className="act-words">{t('time')}</span>
          </button>
        </div>
      ) : null}
      {step === 'time' && heldUntil === undefined ? <HoldUntilTime hold={(until) => void hold(until)} /> : null}
    </>
  )
}

/** What staff decide about the turn of an order that is not ready. The platform is not informed. */
export function TurnButtons({ ticket }: MarkProps) {
  const { lane, cancelled, recalled, heldUntil, reading } = ticket
  if (cancelled || recalled || reading !== 'read') return null
  const isToCook = lane === 'preparing'
  return (
    <>
      {isToCook ? <FirstButton ticket={ticket} /> : null}
      {isToCook || lane === 'new' || heldUntil !== undefined ? <HoldButton ticket={ticket} /> : null}
    </>
  )
}

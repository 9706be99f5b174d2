import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode, QueueEntry } from '../../shared/contract/contract.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { TapStatusText } from '../ticket/tap-status-text.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

type Listing = {
  /** Version of the board for which the list was requested. */
  readonly asOf: number
  readonly entries: readonly QueueEntry[]
  readonly failure: FailureCode | undefined
}

/** The list of unsettled taps, requested again when the board changes. `undefined` until the first answer. */
function useQueue(): Listing | undefined {
  const { bridge } = useWindowParts()
  const asOf = useComanda((state) => state.board.version)
  const [listing, setListing] = useState<Listing>()
  useEffect(() => {
    let isCurrent = true
    void callSafely(() => bridge.call['queue:list'](null)).then((answer) => {
      if (!isCurrent) return
      setListing((before) =>
        answer.ok
          ? { asOf, entries: answer.value, failure: undefined }
          : { asOf, entries: before?.entries ?? [], failure: answer.code },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, asOf])
  return listing
}

type QueueRowProps = {
  readonly entry: QueueEntry
  /** Called with the failure of an attempt, and with `undefined` when an attempt begins. */
  readonly onFailure: (code: FailureCode | undefined) => void
}

function QueueRow({ entry, onFailure }: QueueRowProps) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const { tapId, truth } = entry.tap
  const run = async (call: 'tap:undo' | 'tap:send-now'): Promise<void> => {
    onFailure(undefined)
    const answer = await callSafely(() => bridge.call[call]({ tapId }))
    if (!answer.ok) onFailure(answer.code)
  }
  return (
    <li className="queue-row" data-queue-order={entry.orderId}>
      <strong className="queue-order">{entry.displayId}</strong>
      <TapStatusText tap={entry.tap} />
      {truth === 'held' ? (
        <span className="queue-buttons">
          <PushButton label={t('action.undo')} onPress={() => void run('tap:undo')} />
          <PushButton label={t('action.sendNow')} onPress={() => void run('tap:send-now')} />
        </span>
      ) : null}
    </li>
  )
}

/** The taps that no read has confirmed yet, with buttons for those that were not sent. */
export function QueueDialog() {
  const { t } = useTranslation(['translation', 'queue'])
  const listing = useQueue()
  const closeDialog = useComanda((state) => state.closeDialog)
  const [failure, setFailure] = useState<FailureCode>()
  const shown = failure ?? listing?.failure
  return (
    <DialogFrame testId="queue-dialog" title={t('queue:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <p>{t('queue:explain')}</p>
      {listing?.entries.length === 0 ? <p className="dialog-empty">{t('queue:empty')}</p> : null}
      <ul className="rows">
        {listing?.entries.map((entry) => (
          <QueueRow key={entry.tap.tapId} entry={entry} onFailure={setFailure} />
        ))}
      </ul>
      <FailureNote failure={shown} />
      <div className="dialog-buttons">
        <PushButton kind="primary" label={t('action.close')} onPress={closeDialog} />
      </div>
    </DialogFrame>
  )
}

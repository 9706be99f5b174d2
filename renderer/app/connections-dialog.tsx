import { OrdersAbove } from '../places/orders-above.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { type ConnectionFreshness, useConnectionWords } from '../ui/window/freshness-words.ts'
import { useComanda, useWindowParts, useWords } from '../ui/window/window-parts.ts'

function ConnectionRow({ connection }: { readonly connection: ConnectionFreshness }) {
  const { state, words, advice } = useConnectionWords(connection)
  return (
    <li className="queue-row" data-connection={connection.name} data-state={state}>
      <strong className="queue-order">
        <bdi>{connection.name}</bdi>
      </strong>
      <span>
        {words}
        {state === 'fresh' ? null : `. ${advice}`}
      </span>
    </li>
  )
}

/** Every platform of the kitchen: how current its orders are, and what helps. */
export function ConnectionsDialog() {
  const t = useWords()
  const { bridge } = useWindowParts()
  const connections = useComanda((store) => store.connection.freshness.connections) ?? []
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogFrame testId="freshness-list" title={t('freshness.platforms')} onClose={closeDialog} above={<OrdersAbove />}>
      <ul className="rows">
        {connections.map((connection) => (
          <ConnectionRow key={connection.name} connection={connection} />
        ))}
      </ul>
      <div className="dialog-buttons">
        <PushButton
          data-command="retry-now"
          label={t('freshness.retryNow')}
          onPress={() => void callSafely(() => bridge.call['sync:retry-now'](null))}
        />
        <PushButton label={t('action.close')} onPress={closeDialog} />
      </div>
    </DialogFrame>
  )
}

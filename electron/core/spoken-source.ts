import { isSameSpoken, type Spoken } from '../../shared/contract/platforms.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { Facts } from '../storage/ports.ts'
import type { AcknowledgmentForm } from '../sync/acknowledgment-form.ts'

/** How the platform is spoken to, and what was learned about it; known before the keychain answers. */
export function createSpokenSource(stored: Facts['spoken']) {
  let fact = stored.get()
  let learned: ReadonlySet<OrderAction> = new Set(fact.learned)
  const save = (next: typeof fact): void => {
    stored.set(next)
    fact = next
    learned = new Set(next.learned)
  }
  return {
    learned: () => learned,
    /** Open Delivery 1.x has one form of acknowledgments, whatever the settings of another dialect say. */
    onlyForm: (): AcknowledgmentForm | undefined => (fact.dialect === 'open-delivery-1' ? 'v1' : undefined),
    /** The dialect and the computer of the connection that is used now. Throws what the storage throws. */
    set(spoken: Spoken, host: string): void {
      if (!isSameSpoken(fact, spoken) || fact.host !== host) save({ ...spoken, host, learned: [] })
    },
    /** The host refused the step because it does not have it. Throws what the storage throws. */
    learn(action: OrderAction): void {
      if (!learned.has(action)) save({ ...fact, learned: [...learned, action] })
    },
  }
}

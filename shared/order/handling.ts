import { isPlainRecord } from '../is-record.ts'
import type { Sent } from './order-items.ts'

/** Order facts of Open Delivery 1.x that v2 does not have; in an order with them its events tell the status. */
export type Handling = Sent<{
  deliveredBy: 'merchant' | 'platform'
  /** The reasons for cancelling are asked for each order. */
  asksReasons: boolean
  /** The steps for whose call the platform waits. */
  expects: Sent<{ preparing: boolean; delivered: boolean; pickedUp: boolean }>
}>

export function readHandling(sent: unknown): Handling | undefined {
  if (!isPlainRecord(sent)) return undefined
  const { deliveredBy, expects, asksReasons } = sent
  const flags = isPlainRecord(expects) ? expects : {}
  const flag = (name: 'preparing' | 'delivered' | 'pickedUp'): boolean | undefined =>
    typeof flags[name] === 'boolean' ? flags[name] : undefined
  return {
    deliveredBy: deliveredBy === 'merchant' || deliveredBy === 'platform' ? deliveredBy : undefined,
    asksReasons: asksReasons === true ? true : undefined,
    expects: { preparing: flag('preparing'), delivered: flag('delivered'), pickedUp: flag('pickedUp') },
  }
}

import { isPlainRecord } from '../../shared/is-record.ts'
import { readOrder } from '../../shared/order.ts'
import { cutOrder } from '../../shared/order-cut.ts'

/**
 * What is stored of the body of an order: the order as it was read (`shared/order.ts`).
 * SECURITY: personal-data (docs/security.md). A reading keeps the fields that a kitchen needs: whatever name a platform gives
 * to a phone, a recipient or the holder of an invoice, it is not among them (OWASP ASVS 14.2.6; LGPD art. 6, "necessidade").
 * Pure. Returns null for a body that is no object.
 */
export function minimiseOrder(body: unknown): unknown {
  const cut = cutOrder(body)
  return isPlainRecord(cut) ? readOrder(cut) : null
}

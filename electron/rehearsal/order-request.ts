import type { OrderTerms } from './model-order.ts'
import type { OrderWish } from './order-factory.ts'

/** Fields of a new order and how the platform handles it. Absent fields come from the menu. */
export type OrderRequest = OrderWish & OrderTerms & { readonly merchantId?: string }

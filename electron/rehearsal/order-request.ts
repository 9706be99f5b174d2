import type { OrderTerms } from './model-order.ts'
import type { OrderWish } from './order-factory.ts'

/** What an order is to be, and how the platform treats it. Everything left out comes from the menu. */
export type OrderRequest = OrderWish & OrderTerms & { readonly merchantId?: string }

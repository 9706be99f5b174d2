import { Ban, Bike, Check, Flame, HandPlatter, KeyRound, type LucideIcon, PackageCheck, X } from 'lucide-react'
import type { OrderAction } from '../../shared/order/lifecycle.ts'

export const ACTION_ICONS: Readonly<Record<OrderAction, LucideIcon>> = {
  confirm: Check,
  preparing: Flame,
  'ready-for-pickup': PackageCheck,
  dispatch: Bike,
  delivered: HandPlatter,
  requestCancellation: X,
  pickedUp: HandPlatter,
  validateCode: KeyRound,
  validatePickupCode: KeyRound,
  acceptCancellation: X,
  denyCancellation: Ban,
  offer: HandPlatter,
}

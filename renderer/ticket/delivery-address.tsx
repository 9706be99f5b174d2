import { MapPin } from 'lucide-react'
import { useWords } from '../window/window-parts.ts'

type DeliveryAddressProps = { readonly address: string | undefined; readonly className?: string }

/** The address to which an order is delivered. Empty without one. */
export function DeliveryAddress({ address, className = 'fact' }: DeliveryAddressProps) {
  const t = useWords()
  if (address === undefined) return null
  return (
    <p className={className}>
      <MapPin aria-hidden />
      <span>
        <span className="visually-hidden">{t('ticket.deliverTo')}: </span>
        <bdi>{address}</bdi>
      </span>
    </p>
  )
}

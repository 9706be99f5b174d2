import { foldedWord } from './vocabulary.ts'

/** Words of hosts for a courier, the shop and the customer, as `foldedWord` has them. */
const COURIER = /^(?:DELIVERY)?(?:COURIER|RIDER|DRIVER|MAN|PERSON|DELIVERER|BIKER|MOTOBOY|ENTREGADOR)/
const AT_SHOP =
  /^(?:ARRIVEDAT|ARRIVEDTO|ISAT|AT|REACHED)(?:THE)?(?:STORE|SHOP|ORIGIN|MERCHANT|RESTAURANT|PICKUP)(?:POINT|LOCATION|AREA)?$/
const TO_SHOP = /^(?:GOING|HEADING|ONTHEWAY|ONWAY|ENROUTE)TO(?:THE)?(?:STORE|SHOP|ORIGIN|MERCHANT|RESTAURANT|PICKUP)$/
const AT_CUSTOMER = /^(?:ARRIVEDAT|ARRIVEDTO|ISAT|AT|REACHED)(?:THE)?(?:CUSTOMER|CONSUMER|CLIENT|DESTINATION|DROPOFF)$/
const TO_CUSTOMER =
  /^(?:GOING|HEADING|ONTHEWAY|ONWAY|ENROUTE)TO(?:THE)?(?:CUSTOMER|CONSUMER|CLIENT|DESTINATION|DROPOFF)$/

/**
 * The event of v2 for a step of a courier that another platform names in its own words: no list of them is complete
 * (docs/protocol.md, "Events"). `undefined`: it is none.
 */
export function courierEvent(type: string) {
  const word = foldedWord(type)
  const step = word.replace(COURIER, '').replace(/^(?:DELIVERY|HAS)/, '')
  if (AT_SHOP.test(step) || (step === 'ARRIVED' && COURIER.test(word))) return 'RIDER_ARRIVED_AT_STORE'
  if (TO_SHOP.test(step)) return 'PICKUP_ONGOING'
  if (AT_CUSTOMER.test(step)) return 'ARRIVED_AT_CUSTOMER'
  return TO_CUSTOMER.test(step) ? 'DELIVERY_ONGOING' : undefined
}

/** The texts of a payment, in a row for each: windows load them with a feature, the main process prints them. */
export const PAYMENT = {
  prepaid: ['Já pago', 'Paid', 'Ya pagado'],
  collect: ['Cobrar {{amount}}', 'Collect {{amount}}', 'Cobrar {{amount}}'],
  collectUnknown: ['Cobrar: confira o valor', 'Collect: check the amount', 'Cobrar: verifique el importe'],
  unknown: ['Pagamento não informado: confira', 'Payment not stated: check it', 'Pago no informado: verifíquelo'],
  changeFor: ['Troco para {{amount}}', 'Change for {{amount}}', 'Cambio para {{amount}}'],
  method: {
    CASH: ['Dinheiro', 'Cash', 'Efectivo'],
    CREDIT: ['Crédito', 'Credit', 'Crédito'],
    DEBIT: ['Débito', 'Debit', 'Débito'],
    PIX: ['Pix', 'Pix', 'Pix'],
    MEAL_VOUCHER: ['Vale-refeição', 'Meal voucher', 'Vale de comida'],
    FOOD_VOUCHER: ['Vale-alimentação', 'Food voucher', 'Vale de alimentos'],
    DIGITAL_WALLET: ['Carteira digital', 'Digital wallet', 'Billetera digital'],
    CREDIT_DEBIT: ['Crédito ou débito', 'Credit or debit', 'Crédito o débito'],
    COUPON: ['Cupom', 'Coupon', 'Cupón'],
    REDEEM: ['Resgate de pontos', 'Points redeemed', 'Canje de puntos'],
    PREPAID_REDEEM: ['Resgate pré-pago', 'Prepaid redemption', 'Canje prepago'],
    OTHER: ['Outra forma', 'Other', 'Otro medio'],
  },
} as const

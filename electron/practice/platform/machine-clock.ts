/** The clock of the practice platform. It does not use the product's time service, because it simulates another computer. */
export const machineClock = (): number => Date.now()

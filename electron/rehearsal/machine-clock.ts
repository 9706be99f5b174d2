/** The clock of the practice platform. It is not the product's time service, because the platform is a separate system. */
export const machineClock = (): number => Date.now()

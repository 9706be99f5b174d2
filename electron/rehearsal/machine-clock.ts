/** The practice platform's own clock: it is another party, so it does not share the time service of the product. */
export const machineClock = (): number => Date.now()

/** Most minutes that can be announced with a confirmation (`estimatedPreparationTimeMinutes`). */
export const MAX_PREPARATION_MINUTES = 240

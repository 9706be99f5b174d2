/** Most minutes that can be announced with a confirmation (`estimatedPreparationTimeMinutes`). */
export const MOST_PREPARATION_MINUTES = 240

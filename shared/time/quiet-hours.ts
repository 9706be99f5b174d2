/** Hours of the local day as "HH:MM"; they may span midnight. */
type Hours = { readonly from: string; readonly to: string }

/** Quiet hours: no alarm sounds. */
export type QuietHours = Hours & { readonly enabled: boolean }

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether an instant is within these hours, by this computer's time zone. Equal ends mean never. */
export function isWithinHours({ from, to }: Hours, epochMs: number): boolean {
  const local = new Date(epochMs)
  const now = local.getHours() * 60 + local.getMinutes()
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}

/** Whether it is quiet at this instant, by the wall clock of this computer's time zone. */
export const isQuietAt = (hours: QuietHours, epochMs: number): boolean => hours.enabled && isWithinHours(hours, epochMs)

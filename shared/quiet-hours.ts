/** Hours of the local day in which no alarm sounds, as "HH:MM"; they may reach over midnight. */
export type QuietHours = { readonly enabled: boolean; readonly from: string; readonly to: string }

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether it is quiet at this instant, by the wall clock of this computer's time zone. Equal ends mean never. */
export function isQuietAt({ enabled, from, to }: QuietHours, epochMs: number): boolean {
  if (!enabled) return false
  const local = new Date(epochMs)
  const now = local.getHours() * 60 + local.getMinutes()
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}

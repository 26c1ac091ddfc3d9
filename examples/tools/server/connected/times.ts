const hourMs = 3_600_000

/** The time so many hours ago. */
export function hoursAgo(hours: number, now = Date.now()): string {
  return new Date(now - hours * hourMs).toISOString()
}

/** A value that goes up and down around a middle through the day, always the same for the same time and name. */
export function waveAt(timeMs: number, middle: number, name: string): number {
  const phase = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const share = Math.sin(timeMs / (4 * hourMs) + phase) * 0.3 + Math.sin(timeMs / (hourMs / 3) + phase * 2) * 0.12
  return Math.max(0, Math.round(middle * (1 + share) * 100) / 100)
}

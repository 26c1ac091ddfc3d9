import type { Radar, RadarEntry } from '../common/index.ts'

export const radius = 400
const gap = 30

export interface Blip {
  readonly entry: RadarEntry
  readonly number: number
  readonly x: number
  readonly y: number
}

/** The outer edge of a ring, with more room for the inner ones than their share. */
export function ringEdge(index: number, count: number): number {
  return index < 0 ? 0 : radius * ((index + 1) / count) ** 0.7
}

/** Where each entry stands: in rows within its ring and quadrant, always at the same place for the same radar. */
export function placeBlips({ quadrants, rings, entries }: Pick<Radar, 'quadrants' | 'rings' | 'entries'>): Blip[] {
  const angle = (2 * Math.PI) / quadrants.length
  const cells = Map.groupBy(entries, ({ quadrant, timeline }) => `${quadrant} ${timeline[0]!.ringId}`)
  const placed: Omit<Blip, 'number'>[] = []
  for (const [quadrantIndex, quadrant] of quadrants.entries()) {
    for (const [ringIndex, ring] of rings.entries()) {
      const own = cells.get(`${quadrant.id} ${ring.id}`) ?? []
      const [inner, outer] = [ringEdge(ringIndex - 1, rings.length), ringEdge(ringIndex, rings.length)]
      const rowCount = Math.max(1, Math.floor((outer - inner) / gap))
      const rows = Array.from({ length: rowCount }, (_, row) => inner + ((outer - inner) * (row + 0.5)) / rowCount)
      const total = rows.reduce((sum, distance) => sum + distance, 0)
      let next = 0
      for (const [row, distance] of rows.entries()) {
        const isLast = row === rows.length - 1
        const share = isLast ? own.length - next : Math.min(own.length - next, Math.round((own.length * distance) / total))
        for (let index = 0; index < share; index++) {
          // Neighbouring rows are turned against each other, so that few entries do not stand in one line.
          const shift = ((ringIndex * 2 + row) % 3) * 0.25 + 0.25
          const turn = quadrantIndex * angle + (angle * (index + shift)) / share
          placed.push({ entry: own[next++]!, x: distance * Math.sin(turn), y: -distance * Math.cos(turn) })
        }
      }
    }
  }
  return placed.map((blip, index) => ({ ...blip, number: index + 1 }))
}

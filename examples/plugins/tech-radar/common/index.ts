import { defineContract, get } from '@portico/plugin/common'
import { z } from 'zod'

const RadarMove = z.object({
  date: z.string(),
  ringId: z.string(),
  /** 1 when it moved towards the centre, -1 when it moved away. */
  moved: z.number(),
  description: z.string(),
})

const RadarEntry = z.object({
  id: z.string(),
  title: z.string(),
  quadrant: z.string(),
  description: z.string(),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  /** The newest first; there is at least one. */
  timeline: z.array(RadarMove),
})
export type RadarEntry = z.output<typeof RadarEntry>

export const Radar = z.object({
  title: z.string(),
  quadrants: z.array(z.object({ id: z.string(), name: z.string() })),
  rings: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  entries: z.array(RadarEntry),
  /** Why what is shown may be old: the source could not be read last. */
  problem: z.string().optional(),
})
export type Radar = z.output<typeof Radar>

export const techRadarApi = defineContract('tech-radar', {
  getRadar: get('/radar', { access: 'signed-in', reply: Radar }),
})

import { inputError } from '@portico/plugin/common'
import { z } from 'zod'
import type { Radar } from '../common/index.ts'

/** The format that radars share. Unknown fields are left alone: each program has its own. */
const name = z.string().min(1).max(200)
const text = z.string().max(20_000).default('')
const RadarFile = z.object({
  title: name.optional(),
  quadrants: z.array(z.object({ id: name, name })).min(1).max(8),
  rings: z.array(z.object({ id: name, name, description: text })).min(1).max(8),
  entries: z
    .array(
      z.object({
        id: name.optional(),
        key: name.optional(),
        title: name,
        quadrant: name,
        description: text,
        url: z.string().max(2000).optional(),
        links: z.array(z.object({ title: name.optional(), url: z.string().max(2000) })).max(50).default([]),
        timeline: z
          .array(
            z.object({
              date: z.string().max(60),
              ringId: name,
              moved: z.number().default(0),
              description: text,
            }),
          )
          .min(1)
          .max(200),
      }),
    )
    .max(1000),
})

/** Reads a radar, or says in one line what is wrong with it and where. */
export function parseRadar(source: string, title: string): Radar {
  const parsed = RadarFile.safeParse(parseJson(source))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw inputError(`The radar has a mistake at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
  }
  const { quadrants, rings, entries, ...rest } = parsed.data
  const ids = new Set<string>()
  return {
    title: rest.title ?? title,
    quadrants,
    rings,
    entries: entries.map(({ id: written, key, url, links, timeline, ...entry }) => {
      const id = written ?? key ?? entry.title
      if (ids.has(id)) throw inputError(`The radar has two entries '${id}'`)
      ids.add(id)
      if (!quadrants.some(quadrant => quadrant.id === entry.quadrant))
        throw inputError(`The entry '${id}' of the radar is in the quadrant '${entry.quadrant}', which it has not`)
      const unknown = timeline.find(({ ringId }) => !rings.some(ring => ring.id === ringId))
      if (unknown) throw inputError(`The entry '${id}' of the radar is in the ring '${unknown.ringId}', which it has not`)
      const all = [...(url ? [{ title: entry.title, url }] : []), ...links.map(link => ({ title: link.title ?? link.url, url: link.url }))]
      return {
        ...entry,
        id,
        links: all.filter(link => /^https?:\/\//i.test(link.url)),
        timeline: timeline.toSorted((a, b) => (a.date < b.date ? 1 : -1)),
      }
    }),
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    throw inputError(`The radar is no JSON: ${(error as Error).message}`)
  }
}

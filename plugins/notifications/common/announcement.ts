import { z } from 'zod'
import { Severity } from './notification.ts'

export const announcementLimits = { titleLength: 200, textLength: 5_000, count: 200 } as const

const content = {
  title: z.string().trim().min(1).max(announcementLimits.titleLength),
  text: z.string().trim().max(announcementLimits.textLength).default(''),
  severity: Severity.default('normal'),
  /** From when on it is shown. */
  starts: z.iso.datetime({ offset: true }).optional(),
  /** Until when; without it until it is removed. */
  ends: z.iso.datetime({ offset: true }).optional(),
}

/** What operators tell everybody for a time. */
export const NewAnnouncement = z
  .object(content)
  .refine(({ starts, ends }) => ends === undefined || new Date(ends) > new Date(starts ?? Date.now()), {
    path: ['ends'],
    error: 'must be later than the start, and than now',
  })
export type NewAnnouncement = z.output<typeof NewAnnouncement>

/** An announcement as a user sees it. */
export const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  severity: Severity,
  starts: z.string(),
  ends: z.string().nullable(),
  /** Whether the caller has confirmed that it was read. */
  acknowledged: z.boolean(),
  /** It is not shown to others before its start. */
  isShown: z.boolean(),
})
export type Announcement = z.output<typeof Announcement>

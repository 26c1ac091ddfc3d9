import { z } from 'zod'

/** The channel that every portal has: its own pages. */
export const webChannel = 'Web'

const id = z.string().min(1).max(255)

/** What reaches a user by which channel. What is not said is enabled; a topic wins over its origin, an origin over its channel. */
export const NotificationSettings = z.object({
  channels: z
    .array(
      z.object({
        id,
        enabled: z.boolean().optional(),
        origins: z
          .array(
            z.object({
              id,
              enabled: z.boolean(),
              topics: z
                .array(z.object({ id, enabled: z.boolean() }))
                .max(1000)
                .optional(),
            }),
          )
          .max(1000),
      }),
    )
    .max(100),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

import { secret } from '@portico/core/server'
import { z } from 'zod'

const key = () => secret(z.string().min(1)).exactOptional()
const module = (description: string) => z.object({ webhookSecret: key().describe(description) }).exactOptional()

/** `events`: which topics take deliveries, and the secrets that prove them. */
export const EventsSection = z
  .object({
    http: z
      .object({ topics: z.array(z.string().min(1)).default([]).describe('Topics that take deliveries without a signature') })
      .prefault({}),
    modules: z
      .object({
        github: module('As in the webhook; that of an app in integrations.github is taken too'),
        gitlab: module('The secret token of the webhook'),
        bitbucketCloud: module('As in the webhook'),
        bitbucketServer: module('As in the webhook'),
        gitea: module('As in the webhook'),
        circleci: module('As in the webhook of the project'),
        jenkins: module('The password of the address, or the header x-jenkins-token'),
        azureDevOps: z
          .object({ username: z.string().default(''), password: key().describe('The basic authentication of the service hook') })
          .exactOptional(),
      })
      .prefault({})
      .describe('Hosts whose deliveries are checked; one without an entry is not taken'),
    useEventBus: z.union([z.boolean(), z.enum(['auto', 'always', 'never'])]).optional(),
  })
  .prefault({})

export type EventsSection = z.output<typeof EventsSection>

export const eventsSections = { events: EventsSection }

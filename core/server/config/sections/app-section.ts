import { z } from 'zod'
import { frontend, frontendDeep, unused } from '../schema.ts'
import { webAddress } from './web-address.ts'

const supportLink = z.object({
  url: z.string().describe('Where the link leads'),
  title: z.string().optional().describe('The text of the link'),
})

const supportItem = z.object({
  title: z.string().describe('What help is offered'),
  icon: z.string().optional().describe('The name of an icon'),
  links: z.array(supportLink).default([]),
})

const branding = z.object({
  accent: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a colour such as #1c7ed6')
    .optional()
    .describe('The colour of buttons and links'),
  logo: z.string().optional().describe('Address of the logo on light ground'),
  logoDark: z.string().optional().describe('Address of the logo on dark ground'),
  icon: z.string().optional().describe('Address of the small logo of a narrow navigation'),
})

const otherFrontends = 'has no effect here: it configures how another portal puts its web app together'

/** `app`: what people see of the portal as a whole. */
export const AppSection = z.object({
  title: frontend(z.string().min(1, 'expected a title').default('Portico')).describe('The name of the portal'),
  baseUrl: frontend(webAddress().default('http://localhost:7007')).describe('The address at which people open the portal'),
  protected: z
    .boolean()
    .default(false)
    .describe('Whether the web app itself is given to signed-in people only; others get a page that signs in and nothing else'),
  support: frontendDeep(
    z.object({
      url: z.string().optional().describe('Where to ask for help'),
      items: z.array(supportItem).optional().describe('The help that the support button lists'),
    }),
  )
    .optional()
    .describe('The support button; without this section there is none'),
  branding: frontendDeep(branding).optional().describe('How the portal looks'),
  sidebar: frontendDeep(
    z.object({
      openOnHover: z.boolean().default(true).describe('Whether an unpinned sidebar opens under the pointer and the focus'),
    }),
  )
    .optional()
    .describe('How the navigation behaves'),
  routes: z
    .object({ bindings: frontendDeep(z.record(z.string(), z.union([z.string(), z.literal(false)]))).optional() })
    .optional()
    .describe('What links between plugins lead to'),
  extensions: unused(otherFrontends),
  packages: unused(otherFrontends),
  pluginOverrides: unused(otherFrontends),
  experimental: unused(otherFrontends),
  listen: unused('has no effect: the web app is served by the server, at backend.listen'),
  https: unused('has no effect: the web app is served by the server, see backend.https'),
  auth: unused(),
  analytics: unused('has no effect without a plugin that sends analytics'),
  googleAnalyticsTrackingId: unused('has no effect without a plugin that sends analytics'),
  datadogRum: unused('has no effect without a plugin that sends analytics'),
})

/** `organization`: who runs the portal. */
export const OrganizationSection = z.object({
  name: frontend(z.string().min(1, 'expected a name').default('Company')).describe('The name of the organisation'),
})

export type AppSection = z.output<typeof AppSection>
export type OrganizationSection = z.output<typeof OrganizationSection>

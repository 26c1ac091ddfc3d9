import { appSection, type organizationSection } from '@portico/core/common'
import { z } from 'zod'
import { frontend, frontendFields, notice, unused } from '../schema.ts'
import { accentNotice } from './accent-notice.ts'
import { brandFonts } from './brand-fonts.ts'

const otherFrontends = 'has no effect here: it configures how another portal puts its web app together'

const fields = frontendFields(appSection.schema)

// Where fonts are on the disk of the server is nothing for the browser.
const branding = z.object({ ...frontendFields(fields.branding), fonts: brandFonts.optional().describe('Fonts of your own') })

/** `app`: what people see of the portal as a whole. The browser knows what `appSection` declares. */
export const AppSection = z.object({
  ...fields,
  branding: notice(frontend(branding.default({}).describe('How the portal looks')), accentNotice),
  protected: z
    .boolean()
    .default(false)
    .describe('Whether the web app itself is served to signed-in users only; others get only the sign-in page'),
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

export type AppSection = z.output<typeof AppSection>
export type OrganizationSection = z.output<typeof organizationSection.schema>

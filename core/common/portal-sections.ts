import { z } from 'zod'
import { defineFrontendSection } from './frontend-section.ts'
import { urlPatternMistake } from './url-pattern.ts'
import { webAddress } from './web-address.ts'

const supportItem = z.object({
  title: z.string().describe('What help is offered'),
  icon: z.string().optional().describe('The name of an icon'),
  links: z
    .array(z.object({ url: z.string().describe('Where the link leads'), title: z.string().optional().describe('The text of the link') }))
    .default([]),
})

const branding = z.object({
  accent: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a colour such as #1c7ed6')
    .optional()
    .describe('The colour of buttons and links'),
  logo: z.string().optional().describe('Address of the logo on a light background'),
  logoDark: z.string().optional().describe('Address of the logo on a dark background'),
  icon: z.string().optional().describe('Address of the small logo of a narrow navigation'),
  mark: z.string().max(30).optional().describe('A few words below the name of the portal, such as Staging'),
})

/** What a portal is called until it has a name of its own. */
export const defaultAppTitle = 'Portico'

const appSchema = z.object({
  title: z.string().min(1, 'expected a title').default(defaultAppTitle).describe('The name of the portal'),
  baseUrl: webAddress().default('http://localhost:7007').describe('The address at which people open the portal'),
  support: z
    .object({
      url: z.string().optional().describe('Where to ask for help'),
      items: z.array(supportItem).default([]).describe('The help that the support button lists'),
    })
    .optional()
    .describe('The support button; without this section there is none'),
  branding: branding.default({}).describe('How the portal looks'),
  sidebar: z
    .object({ openOnHover: z.boolean().default(true).describe('Whether an unpinned sidebar opens under the pointer and the focus') })
    .prefault({})
    .describe('How the navigation behaves'),
  routes: z
    .object({
      bindings: z.record(z.string(), z.union([z.string(), z.literal(false)], 'expected the name of a route, or false')).default({}),
    })
    .prefault({})
    .describe('The targets of links between plugins'),
})

/** `app`: what people see of the portal as a whole. */
export const appSection = defineFrontendSection('app', appSchema.prefault({}))

/** `organization`: who runs the portal. */
export const organizationSection = defineFrontendSection(
  'organization',
  z.object({ name: z.string().min(1, 'expected a name').default('Company').describe('The name of the organisation') }).prefault({}),
)

/** `backend.baseUrl`: the address at which browsers reach the server. */
export const backendUrlSection = defineFrontendSection(
  'backend.baseUrl',
  webAddress().default('http://localhost:7007').describe('The address at which browsers reach the server'),
)

/** An address in which `{{ pluginId }}` stands for the id of a plugin. */
export function urlPattern(options: { srv?: boolean } = {}) {
  return z.string().check(context => {
    const mistake = urlPatternMistake(context.value, options)
    if (mistake !== undefined) context.issues.push({ code: 'custom', message: mistake, input: context.value })
  })
}

/** `discovery`: plugins at another address than `backend.baseUrl`. */
export const discoverySection = defineFrontendSection(
  'discovery',
  z
    .object({
      endpoints: z
        .array(
          z.object({
            target: z.union([urlPattern(), z.object({ external: urlPattern().optional() })]),
            plugins: z.array(z.string().min(1)),
          }),
        )
        .default([]),
    })
    .prefault({}),
)

/** `auth.autoSignIn`: whether the only sign-in provider is used without a click. */
export const autoSignInSection = defineFrontendSection(
  'auth.autoSignIn',
  z
    .boolean()
    .default(false)
    .describe('Whether the only sign-in provider is used at once, without a click; most useful with enableExperimentalRedirectFlow'),
)

/** `auth.autologout`: signing out idle users. */
export const autologoutSection = defineFrontendSection(
  'auth.autologout',
  z
    .object({
      enabled: z.boolean().default(false).describe('Whether idle users are signed out'),
      idleTimeoutMinutes: z.number().positive().default(60).describe('After how many minutes'),
      promptBeforeIdleSeconds: z.number().nonnegative().default(10).describe('How many seconds before that the user is asked'),
      logoutIfDisconnected: z.boolean().default(true).describe('Whether the time in which the page was closed counts as idle'),
    })
    .prefault({})
    .describe('Signing out idle users'),
)

/** `permission.enabled`: whether permissions are enforced. */
export const permissionEnabledSection = defineFrontendSection(
  'permission.enabled',
  z.boolean().default(false).describe('Whether permissions are enforced; without it everything is allowed'),
)

/** `permission.EXPERIMENTAL_enableBatchedRequests`: whether the browser batches permission requests. */
export const batchedPermissionsSection = defineFrontendSection(
  'permission.EXPERIMENTAL_enableBatchedRequests',
  z.boolean().default(false).describe('Whether the browser batches permission requests'),
)

/** Plugins of the portal that do not run. The server puts them into the page; nobody writes them. */
export const pluginsOffSection = defineFrontendSection('pluginsOff', z.array(z.string()).default([]))

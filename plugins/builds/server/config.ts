import { durationMs, secret, unused } from '@portico/core/server'
import { z } from 'zod'

const notHere = 'has no effect: builds are asked by the portal with its own credentials'

const credentials = {
  baseUrl: z.url({ protocol: /^https?$/ }).describe('Where Jenkins is; https, unless it is on this machine'),
  username: z.string().min(1).exactOptional(),
  apiKey: secret(z.string().min(1)).exactOptional().describe('An API token of that user'),
  projectCountLimit: unused(),
  allowedBaseUrlOverrideRegex: unused(notHere),
  extraRequestHeaders: unused(notHere),
}

type Instance = { readonly baseUrl?: string; readonly username?: string; readonly apiKey?: string }

/** Credentials are sent by https only. */
function refusePlain({ baseUrl, username, apiKey }: Instance, context: z.RefinementCtx): void {
  if ((username === undefined) !== (apiKey === undefined))
    context.addIssue({ code: 'custom', message: 'username and apiKey belong together: give both, or none' })
  const isLoopback = baseUrl !== undefined && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]?/.test(baseUrl)
  if (apiKey !== undefined && baseUrl?.startsWith('http:') && !isLoopback)
    context.addIssue({ code: 'custom', path: ['baseUrl'], message: 'credentials are sent by https only: use an address of https' })
}

const instance = z.strictObject({ name: z.string().min(1), ...credentials }).superRefine(refusePlain)

/** `jenkins`: with the keys of Backstage. */
const JenkinsSection = z
  .strictObject({
    ...credentials,
    baseUrl: credentials.baseUrl.exactOptional(),
    instances: z.array(instance).default([]).describe('Several of them: entities name theirs as name:job'),
    perPage: unused(),
  })
  .superRefine((section, context) => {
    refusePlain(section, context)
    const names = section.instances.map(({ name }) => name)
    for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
      context.addIssue({ code: 'custom', path: ['instances'], message: `the instance '${name}' appears twice` })
  })
export type JenkinsSection = z.output<typeof JenkinsSection>

/** `builds`: what the portal does by itself. */
const BuildsSection = z.strictObject({
  facts: z
    .strictObject({ every: durationMs.prefault('6h').describe('How often the hosts are asked about each entity') })
    .exactOptional()
    .describe('Keeps figures of the builds of each entity as facts, for DORA figures and scorecards. Without it no host is asked'),
})

export const buildsSections = { jenkins: JenkinsSection.prefault({}), builds: BuildsSection.prefault({}) }

/** The name of the instance that has none of its own. */
export const defaultInstance = 'default'

/** The instances by name. */
export function instancesOf({ baseUrl, username, apiKey, instances }: JenkinsSection) {
  const all = instances.map(({ name, ...rest }) => ({ name, baseUrl: rest.baseUrl, username: rest.username, apiKey: rest.apiKey }))
  return baseUrl === undefined ? all : [{ name: defaultInstance, baseUrl, username, apiKey }, ...all]
}

/** The names of the instances at which a build is; all of them where its address is of none: Jenkins may not know how it is called outside. */
export function instancesAt(section: JenkinsSection, url: string | undefined): string[] {
  const all = instancesOf(section)
  const here = all.filter(({ baseUrl }) => url?.startsWith(`${baseUrl.replace(/\/+$/, '')}/`))
  return (here.length > 0 ? here : all).map(({ name }) => name)
}

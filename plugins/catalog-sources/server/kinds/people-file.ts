import { readCsv } from '@portico/core/server/csv'
import { z } from 'zod'
import { sourceFailed } from '../errors.ts'
import { toPeopleEntities, transformSettings, type Person, type Team } from '../sources/people.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

const maxCsvRows = 1_000_000

const settings = z.object({
  id: z.string().min(1).exactOptional(),
  url: z.string().min(1).describe('An address, or a path, of JSON or CSV'),
  type: z.enum(['url', 'file', 'git']).default('url'),
  format: z.enum(['json', 'csv']).exactOptional().describe('By the ending of the address by default'),
  transform: transformSettings.exactOptional(),
  ...commonSettings,
})

const user = z.looseObject({
  name: z.coerce.string().min(1),
  displayName: z.string().optional(),
  email: z.string().optional(),
  picture: z.string().optional(),
  groups: z.union([z.array(z.string()), z.string()]).optional(),
})

const group = z.looseObject({
  name: z.coerce.string().min(1),
  displayName: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  parent: z.string().nullish(),
  members: z.array(z.string()).optional(),
})

const directory = z.object({ users: z.array(user).default([]), groups: z.array(group).default([]) })

/** People and teams from a list in JSON or CSV, for those who have no directory. */
export const people = defineSourceKind({
  key: 'people',
  settings,
  source: ({ url, type, format, transform }) => ({
    title: `People of ${url}`,
    host: URL.canParse(url) ? new URL(url).host : undefined,
    async find({ integrations, signal }) {
      const read = await (await integrations.reading()).read(type, url, { signal })
      const text = read.notModified ? undefined : read.files[0]?.text
      if (text === undefined) throw sourceFailed(`${url} is not a file`)
      const isCsv = (format ?? (/\.csv(\?|$)/i.test(url) ? 'csv' : 'json')) === 'csv'
      const result = directory.safeParse(isCsv ? { users: csvUsers(text) } : parseJson(text, url))
      if (!result.success) {
        const [issue] = result.error.issues
        throw sourceFailed(`${url} is not a list of people: ${issue?.path.join('.')}: ${issue?.message}`)
      }
      return toPeopleEntities(toPeople(result.data), `${type}:${url}`, transform)
    },
  }),
})

function csvUsers(text: string): object[] {
  return readCsv(text, maxCsvRows).map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')))
}

function parseJson(text: string, url: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? { users: value } : value
  } catch (error) {
    throw sourceFailed(`${url} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function toPeople({ users, groups }: z.output<typeof directory>) {
  const members = new Map(groups.map(each => [each.name, new Set(each.members)]))
  const persons = users.map((each): Person => {
    const names = typeof each.groups === 'string' ? each.groups.split(/[;,]/).map(name => name.trim()) : (each.groups ?? [])
    // A team that only people name exists as well.
    for (const name of names.filter(Boolean)) members.set(name, (members.get(name) ?? new Set()).add(each.name))
    return { name: each.name, displayName: each.displayName, email: each.email, picture: each.picture, record: each }
  })
  const known = new Map(groups.map(each => [each.name, each]))
  const teams = [...members].map(([name, names]): Team => {
    const facts = known.get(name)
    return {
      name,
      displayName: facts?.displayName,
      description: facts?.description,
      type: facts?.type,
      parent: facts?.parent ?? undefined,
      members: [...names],
      record: facts ?? { name },
    }
  })
  return { people: persons, teams, skipped: [] }
}

import { configAt, isConfigObject, nearest } from '@portico/core/common'
import type { ConfigObject } from '@portico/core/common'
import type { z } from 'zod'
import { pathText } from './config-path.ts'
import type { ConfigPath } from './config-path.ts'
import type { LoadedConfig } from './load.ts'
import { describeIssues } from './mistakes.ts'
import { tidy } from './tidy.ts'

/** A part of the config file and its owner: the core, or a plugin by its id. */
export interface SectionClaim {
  readonly owner: string
  /** `catalog`, or a path inside another's section: `catalog.providers.github`. */
  readonly section: string
  readonly schema: z.ZodType
}

export interface CheckedSection {
  readonly claim: SectionClaim
  /** As it was written, without what others claim inside it. */
  readonly written: unknown
  /** The same, tidied. */
  readonly input: unknown
  /** As the owner gets it. Undefined where there was a mistake. */
  readonly value: unknown
  readonly mistakes: readonly string[]
}

export interface CheckedConfig {
  readonly sections: ReadonlyMap<string, CheckedSection>
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
}

/** Config is parsed once: to compile its checks first, as Zod does by default, takes longer than to run them. */
const once = { jitless: true }

/** Refuses two owners of one section. That is a mistake in the program, not in the config. */
export function checkClaims(claims: readonly SectionClaim[]): void {
  const owners = new Map<string, string>()
  for (const { owner, section } of claims) {
    const other = owners.get(section)
    if (other !== undefined) throw new Error(`The config section '${section}' is claimed by both '${other}' and '${owner}'`)
    owners.set(section, owner)
  }
}

/** Checks every section against its schema. All mistakes are found in one go; unknown keys are only warnings. */
export function checkConfig(
  loaded: Pick<LoadedConfig, 'folder' | 'data' | 'locationOf' | 'textOf'> & Partial<Pick<LoadedConfig, 'folderOf'>>,
  claims: readonly SectionClaim[],
): CheckedConfig {
  checkClaims(claims)
  const warnings: string[] = []
  const tell = (path: ConfigPath, sentence: string) => {
    const location = loaded.locationOf(path)
    warnings.push(`${pathText(path)}: ${sentence}${location === undefined ? '' : ` (${location})`}`)
  }
  const unknownKey = (path: ConfigPath, known: readonly string[]) =>
    tell(
      path,
      `${path.length === 1 ? 'unknown section' : 'unknown key'}${suggestion(path, [...known, ...claimedBelow(claims, path.slice(0, -1))])}`,
    )
  const report = {
    unknownKey,
    notice: tell,
    textOf: loaded.textOf,
    folder: loaded.folder,
    folderOf: loaded.folderOf ?? (() => loaded.folder),
  }

  const sections = claims.map(claim => {
    const path = claim.section.split('.')
    const written = cutOut(configAt(loaded.data, path), path, claims)
    const input = tidy([claim.schema], written === undefined ? absent(claim.schema) : written, path, report)
    const result = claim.schema.safeParse(input, once)
    const where = { schema: claim.schema, section: path, input, locationOf: loaded.locationOf }
    const mistakes = result.success ? [] : describeIssues(result.error.issues, where)
    return [claim.section, { claim, written, input, value: result.data, mistakes }] as const
  })
  reportUnclaimed(loaded.data, [], claims, unknownKey)
  return { sections: new Map(sections), mistakes: sections.flatMap(([, { mistakes }]) => mistakes), warnings }
}

/**
 * The sections as they would be without those that have mistakes: these are as they were before, or get their defaults. What was written in them is
 * kept: it may be secret.
 */
export function withoutMistakes(
  sections: CheckedConfig['sections'],
  before: (name: string) => CheckedSection | undefined,
): Map<string, CheckedSection> {
  const entries = [...sections].map(([name, section]) => {
    if (section.mistakes.length === 0) return [name, section] as const
    const kept = before(name)
    if (kept) return [name, { ...section, input: kept.input, value: kept.value }] as const
    const input = absent(section.claim.schema)
    return [name, { ...section, input, value: section.claim.schema.safeParse(input, once).data }] as const
  })
  return new Map(entries)
}

/** An absent section counts as an empty one, unless its schema accepts undefined. */
function absent(schema: z.ZodType): unknown {
  if (schema.safeParse(undefined, once).success) return undefined
  const refusal = schema
    .safeParse({}, once)
    .error?.issues.some(issue => issue.path.length === 0 && ['invalid_type', 'invalid_union'].includes(issue.code))
  return refusal ? undefined : {}
}

/** A section without the parts that others claim inside it. */
function cutOut(value: unknown, path: readonly string[], claims: readonly SectionClaim[]): unknown {
  if (!isConfigObject(value)) return value
  const below = claimedBelow(claims, path)
  if (below.length === 0) return value
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const inner = [...path, key]
    if (!below.includes(key)) return [[key, item] as const]
    if (claims.some(claim => claim.section === inner.join('.'))) return []
    const rest = cutOut(item, inner, claims)
    return isConfigObject(rest) && Object.keys(rest).length === 0 ? [] : [[key, rest] as const]
  })
  return Object.fromEntries(entries)
}

/** The keys below a path through which claims go. */
function claimedBelow(claims: readonly SectionClaim[], path: ConfigPath): string[] {
  const prefix = path.length === 0 ? '' : `${path.join('.')}.`
  const keys = claims.filter(claim => claim.section.startsWith(prefix)).map(claim => claim.section.slice(prefix.length).split('.')[0] ?? '')
  return [...new Set(keys)]
}

/** What is outside every claim. */
export function unclaimedPart(data: ConfigObject, claims: readonly SectionClaim[]): ConfigObject {
  return cutOut(data, [], claims) as ConfigObject
}

/** Reports keys outside every claim. */
function reportUnclaimed(
  data: ConfigObject,
  path: readonly string[],
  claims: readonly SectionClaim[],
  tell: (path: ConfigPath, known: readonly string[]) => void,
) {
  const below = claimedBelow(claims, path)
  for (const [key, value] of Object.entries(data)) {
    const inner = [...path, key]
    if (!below.includes(key)) tell(inner, [])
    else if (!claims.some(claim => claim.section === inner.join('.')) && isConfigObject(value)) reportUnclaimed(value, inner, claims, tell)
  }
}

function suggestion(path: ConfigPath, known: readonly string[]): string {
  const match = nearest(String(path.at(-1)), known)
  return match === undefined ? '' : `, did you mean '${match}'?`
}

/** A section that has been declared. */
export function sectionIn({ sections }: Pick<CheckedConfig, 'sections'>, name: string) {
  const section = sections.get(name)
  if (!section) throw new Error(`The config section '${name}' is not declared`)
  return section
}

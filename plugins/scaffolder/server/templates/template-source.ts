import {
  annotations,
  entityReadPermission,
  entityTitle,
  parseEntityRef,
  parseLocationRef,
  stringifyEntityRef,
  type Entity,
} from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import { pagesOf, readTemplate, stepsOf, tagsOf, type ParameterSchema, type TaskSpec, type Template } from '@portico/scaffolder/common'
import { parameterReadPermission, stepReadPermission } from '@portico/scaffolder/common'
import type { Access, TaggedPart } from '../access.ts'
import { invalidTemplate, notATemplate, templateNotFound } from '../errors.ts'

export interface TemplateSourceDependencies {
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Permissions
  readonly access: Access
}

export interface LoadedTemplate {
  readonly ref: string
  readonly entity: Entity
  readonly template: Template
}

/** Templates of the catalog, as far as a caller may see them. */
export function createTemplateSource({ catalog, permissions, access }: TemplateSourceDependencies) {
  async function load(caller: Principal, given: string): Promise<LoadedTemplate> {
    const parts = parseEntityRef(given, { defaultKind: 'template' })
    if (parts.kind.toLowerCase() !== 'template') throw notATemplate(parts.kind)
    const ref = stringifyEntityRef(parts)
    const entity = await catalog.getEntity(ref)
    const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
    if (!entity || decision?.result !== 'ALLOW') throw templateNotFound(ref)
    const read = readTemplate(entity)
    if ('problems' in read) throw invalidTemplate(ref, read.problems)
    return { ref, entity, template: read.template }
  }

  async function pages(caller: Principal, template: Template) {
    const isShown = await access.tester<TaggedPart>(caller, parameterReadPermission)
    return pagesOf(template)
      .filter(page => isShown({ tags: tagsOf(page) }))
      .map(page => withoutHidden(page, isShown))
  }

  return {
    load,
    pages,
    async parameterSchema(caller: Principal, ref: string): Promise<ParameterSchema> {
      const { template, entity } = await load(caller, ref)
      const { metadata, spec } = template
      const decorators = spec.formDecorators ?? spec.EXPERIMENTAL_formDecorators
      return {
        title: entityTitle(entity),
        ...(metadata.description !== undefined && { description: metadata.description }),
        ...(spec.presentation !== undefined && { presentation: spec.presentation }),
        ...(entity.metadata['ui:options'] !== undefined && { 'ui:options': entity.metadata['ui:options'] }),
        steps: (await pages(caller, template)).map(page => ({
          title: page.title ?? 'Please enter the following information',
          ...(page.description !== undefined && { description: page.description }),
          schema: page,
        })),
        ...(decorators && { formDecorators: decorators }),
      }
    },
    /** The steps that a caller may have run. */
    async steps(caller: Principal, template: Template) {
      const mayRun = await access.tester<TaggedPart>(caller, stepReadPermission)
      return stepsOf(template).filter(step => mayRun({ tags: tagsOf(step) }))
    },
  }
}

export type TemplateSource = ReturnType<typeof createTemplateSource>

/** A page without the fields that the caller may not see. */
function withoutHidden<P extends object>(page: P, isShown: (part: TaggedPart) => boolean): P {
  const { properties } = page as { properties?: Record<string, unknown> }
  if (typeof properties !== 'object' || properties === null) return page
  const shown = Object.entries(properties).filter(
    ([, field]) => typeof field !== 'object' || field === null || isShown({ tags: tagsOf(field) }),
  )
  if (shown.length === Object.keys(properties).length) return page
  const { required } = page as { required?: unknown }
  const names = new Set(shown.map(([name]) => name))
  return {
    ...page,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) && { required: required.filter(name => names.has(String(name))) }),
  }
}

/** Where a template is stored, as a location ref. */
export function locationOf(spec: Pick<TaskSpec, 'templateInfo'>): {
  readonly base?: { type: string; target: string }
  readonly origin?: string
} {
  const found = (spec.templateInfo?.entity?.metadata['annotations'] ?? {}) as Record<string, string>
  const written = writtenLocation(found)
  const origin = found[annotations.managedByOriginLocation]
  return { ...(written !== undefined && { base: parseLocationRef(written) }), ...(origin !== undefined && { origin }) }
}

/** An address may be said to be elsewhere; a file or a repository is where it was read. */
function writtenLocation(found: Readonly<Record<string, string>>): string | undefined {
  const source = found[annotations.sourceLocation]
  return source?.startsWith('url:') ? source : found[annotations.managedByLocation]
}

/** The address of the template's file, for clients. */
export function baseUrlOf({ metadata }: Entity): string | undefined {
  const written = writtenLocation(metadata.annotations ?? {})
  if (written === undefined) return undefined
  const { type, target } = parseLocationRef(written)
  return type === 'file' ? `file://${target}` : target
}

import { entityTitle, type Entity } from '@portico/catalog/common'
import type { Readers } from '@portico/integrations/server'
import type { TechdocsSection } from '../config.ts'
import type { SanitizerSettings, SiteOptions } from '../mkdocs/mkdocs.ts'

/** How the site of an entity is rendered, by the config and by where its source is. */
export function toSiteOptions(
  section: TechdocsSection,
  entity: Entity,
  source: { readonly type: string; readonly target: string },
  readers: Readers,
): SiteOptions {
  const editBase = editBaseOf(source, readers)
  return {
    name: entityTitle(entity),
    readmeAsIndex: section.generator.mkdocs.legacyCopyReadmeMdToIndexMd,
    ...(editBase !== undefined && { editBase }),
    settings: toSanitizer(section),
    diagrams: { ...section.diagrams },
  }
}

/** `techdocs.sanitizer`, without what is not set. */
export function toSanitizer({ sanitizer }: TechdocsSection): SanitizerSettings {
  const { allowedCustomElementTagNameRegExp: tag, allowedCustomElementAttributeNameRegExp: attribute, ...rest } = sanitizer
  return {
    ...rest,
    ...(tag !== undefined && { allowedCustomElementTagNameRegExp: tag }),
    ...(attribute !== undefined && { allowedCustomElementAttributeNameRegExp: attribute }),
  }
}

/** Where files of the source are edited: asked for a file, whose name is then taken off. */
function editBaseOf({ type, target }: { readonly type: string; readonly target: string }, readers: Readers): string | undefined {
  try {
    const folder = target.replace(/\/?$/, '/')
    const edit = readers.linksOf(type, `${folder}x.md`).edit
    return edit?.endsWith('/x.md') ? edit.slice(0, -'x.md'.length) : undefined
  } catch {
    return undefined
  }
}

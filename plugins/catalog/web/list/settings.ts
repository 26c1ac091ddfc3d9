import type { catalogIndexSection } from '@portico/catalog/common'
import type { SectionValue } from '@portico/core/common'

/** The section `catalog.index` of the config. */
export type IndexSettings = SectionValue<typeof catalogIndexSection>
export type UserList = IndexSettings['initialList']
export type PagingMode = IndexSettings['pagination']

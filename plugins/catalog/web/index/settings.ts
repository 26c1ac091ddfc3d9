import type { catalogIndexSection } from '@portico/catalog/common'
import type { SectionValue } from '@portico/core/common'

/** What `catalog.index` of the config says. */
export type IndexSettings = SectionValue<typeof catalogIndexSection>
export type UserList = IndexSettings['initialList']
export type PagingMode = IndexSettings['pagination']

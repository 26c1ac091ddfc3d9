import * as search from './0001-search.ts'
import * as changeOrder from './0002-change-order.ts'
import * as groupVersion from './0003-group-version.ts'
import * as indexPart from './0004-index-part.ts'

export const migrations = {
  '0001-search': search,
  '0002-change-order': changeOrder,
  '0003-group-version': groupVersion,
  '0004-index-part': indexPart,
}

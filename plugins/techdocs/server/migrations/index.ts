import * as report from './0001-report.ts'
import * as searchDocument from './0002-search-document.ts'
import * as uncheckedLinks from './0003-unchecked-links.ts'
import * as searchVersion from './0004-search-version.ts'
import * as searchAnew from './0005-search-anew.ts'

export const migrations = {
  '0001-report': report,
  '0002-search-document': searchDocument,
  '0003-unchecked-links': uncheckedLinks,
  '0004-search-version': searchVersion,
  '0005-search-anew': searchAnew,
}

import * as userInfo from './0001-user-info.ts'
import * as refreshShare from './0002-refresh-share.ts'
import * as leavers from './0003-leavers.ts'

export const migrations = { '0001-user-info': userInfo, '0002-refresh-share': refreshShare, '0003-leavers': leavers }

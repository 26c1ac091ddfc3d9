import type { Translation } from '@portico/core/web'

/** Signing in, in Japanese. */
export const translation: Translation = {
  auth: {
    accountMessage: 'そちらのアカウントを使います',
    accountAction: 'サインイン',
    proxyMessage: '接続元のネットワークで認識されています',
    proxyAction: '続ける',
  },
}

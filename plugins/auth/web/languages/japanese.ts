import type { Translation } from '@portico/core/web'

/** Signing in, in Japanese. */
export const translation: Translation = {
  auth: {
    accountMessage: 'そちらのアカウントを使います',
    accountAction: 'サインイン',
    popupHelp:
      'サインインは別のウィンドウで続きます。エラーが表示される場合、プロバイダーにこのポータルのコールバックアドレスが登録されていない可能性があります。管理者は次のとおり正確に登録してください:',
    proxyMessage: 'ネットワークですでにサインイン済みです',
    proxyAction: '続ける',
    guestSignIn: 'ゲストとしてサインイン',
    guestFallback: '認証バックエンドによるゲストのサインインに失敗しました。従来のゲストトークンを使いますか？',
    guestUseLegacy: '従来のトークンを使う',
    guestWhich: 'これまでは従来のゲストトークンで入っていました。現在はサーバーがゲストをサインインできます。そちらを使いますか？',
    guestUseServer: 'サーバーでサインイン',
  },
}

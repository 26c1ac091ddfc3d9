import type { Translation } from '@portico/core/web'

/** The bar by which a moment of the past is chosen, in Japanese. */
export const timeTexts: Translation = {
  'catalog-time': {
    lookBack: '過去を見る',
    bar: '過去',
    asItWas: '{moment} 時点の状態',
    asItIs: '現在の状態',
    backToNow: '現在に戻る',
    moment: '時点',
    now: '現在',
    play: '再生',
    pause: '一時停止',
    previousChange: '前の変更',
    nextChange: '次の変更',
    added: '{count} 件追加',
    changed: '{count} 件変更',
    removed: '{count} 件削除: {names}',
    removedMore: '{count} 件削除: {names} ほか',
    changedFields: '変更: {fields}',
    noChanges: 'このステップでここに変更はありません',
    markAdded: '追加',
    markChanged: '変更',
    noHistory: 'まだ何も起きていません',
    nothingYet: 'まだ何もありませんでした',
    nothingYetText: 'カタログは {moment} に始まりました。スライダーを後の時点に動かしてください。',
    notKnown: '{moment} より前の変更は保持されていません',
    failed: '履歴を読み込めませんでした',
  },
}

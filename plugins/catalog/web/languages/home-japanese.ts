import type { Translation } from '@portico/core/web'

/** The catalog's widgets of the home page in Japanese. */
export const homeTexts: Translation = {
  'catalog-home': {
    starred: 'スター付きエンティティ',
    starredText: 'スターを付けたエンティティです。どの端末でも表示されます。',
    noStars: 'まだスターを付けていません',
    noStarsText: 'エンティティ名の横のスターを押すと、ここに表示されます。',
    openStep: 'コンポーネントを開く',
    openStepText: '所有者、ドキュメント、ビルド、依存関係が 1 ページにあります。',
    starStep: 'よく使うものにスターを付ける',
    starStepText: 'スターを付けると、どの端末でもここから戻れます。',
    changes: '最近の変更',
    changesText: '所有している、またはスターを付けたものの最近の変更です。',
    noChanges: '変更はありません',
    noChangesText: '所有している、またはスターを付けたものの変更がここに表示されます。',
    changesFailed: '変更を読み込めませんでした',
    attention: 'カタログの状態',
    'failed-document': '処理できませんでした',
    'unreadable-source': 'ソースを読み込めません',
    'forbidden-source': 'ソースが許可されていません',
    'name-conflict': '別のソースがこの名前を使っています',
    'dangling-reference': '存在しないものを参照しています',
    orphan: 'どのソースにもありません',
    unowned: '所有者がいません',
    'stale-source': '長い間読み込まれていません',
  },
}

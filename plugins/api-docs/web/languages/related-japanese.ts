import type { Translation } from '@portico/core/web'

/** The APIs of components and systems in Japanese. */
export const relatedTexts: Translation = {
  'api-docs.related': {
    provided: '提供する API',
    consumed: '利用する API',
    noneProvided: '提供する API はありません。カタログファイルの {field} に書きます。',
    noneConsumed: '利用する API はありません。カタログファイルの {field} に書きます。',
    noneInSystem: 'このシステムに属する API も、コンポーネントが提供する API もありません。API は {field} にシステムを書きます。',
    noneConsumedInSystem: 'ほかのシステムの API を利用するコンポーネントはありません。コンポーネントは {field} に書きます。',
    name: '名前',
    type: '種類',
    version: 'バージョン',
    owner: 'オーナー',
    lifecycle: 'ライフサイクル',
    description: '説明',
    through: '経由',
    definition: '定義',
    openDefinition: '{name} の定義',
    notInCatalog: 'カタログにありません',
    failed: 'API を読み込めませんでした',
    partial: 'システムの最初の {count} 個のコンポーネントだけを調べました。',
  },
}

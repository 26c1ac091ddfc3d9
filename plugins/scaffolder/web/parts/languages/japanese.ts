import type { Translation } from '@portico/core/web'

/** Titles of pages in Japanese. */
export const translation: Translation = {
  'scaffolder-pages': {
    tasks: 'タスク',
    run: 'スキャフォルダーの実行',
    commands: 'テンプレート',
    actions: 'インストール済みアクション',
    extensions: 'テンプレート拡張',
    manage: 'テンプレートの管理',
    editor: 'テンプレートエディター',
    playground: 'テンプレートフォームのプレイグラウンド',
    explorer: 'カスタムフィールドエクスプローラー',
  },
}

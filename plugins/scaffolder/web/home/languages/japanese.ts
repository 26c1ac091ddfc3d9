import type { Translation } from '@portico/core/web'

/** The scaffolder's part of the home page in Japanese. */
export const translation: Translation = {
  'scaffolder-home': {
    templates: '使っているテンプレート',
    templatesText: '実行したテンプレートです。新しい順に表示されます。',
    noTemplates: 'まだテンプレートを実行していません',
    noTemplatesText: 'テンプレートは新しいものを作ります。実行したものがここに表示されます。',
    chooseTemplate: 'テンプレートを選ぶ',
    templatesFailed: '実行を読み込めませんでした',
    runStep: 'テンプレートを実行する',
    runStepText: 'フォームから新しいサービスとリポジトリを作成します。',
    runs: '{count} 回の実行',
    attention: '承認',
    runsThatWait: 'テンプレートの実行',
    waits: 'あなたの承認を待っています',
    upgrades: 'テンプレートの更新',
    behind: 'テンプレートが {count} 回変更されました',
    waitsFor: 'あなたの承認を待っています: {reason}',
  },
}

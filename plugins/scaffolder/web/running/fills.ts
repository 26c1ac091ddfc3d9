import type { Entity } from '@portico/catalog/common'
import { entityCards } from '@portico/catalog/web'
import { commandPalette, defineExtension, matchCommands } from '@portico/core/web'
import { scaffolderPaths } from '@portico/scaffolder/common'
import { pageMessages } from '../parts/page-messages.ts'

const ProvenanceCard = defineExtension({
  plugin: 'scaffolder',
  name: 'ProvenanceCard',
  load: async () => (await import('./parts/ProvenanceCard.tsx')).ProvenanceCard,
})
const TemplateRunsCard = defineExtension({
  plugin: 'scaffolder',
  name: 'TemplateRunsCard',
  load: async () => (await import('./parts/TemplateRunsCard.tsx')).TemplateRunsCard,
})

const isTemplate = ({ kind }: Entity) => kind.toLowerCase() === 'template'

/** Only what was read from an address can have been made by a run; templates and people are not. */
function mayBeMade({ kind, metadata }: Entity): boolean {
  if (['template', 'user', 'group', 'location'].includes(kind.toLowerCase())) return false
  const found = metadata.annotations ?? {}
  return (
    found['backstage.io/source-template'] !== undefined || found['backstage.io/managed-by-origin-location']?.startsWith('url:') === true
  )
}

/** A source of the palette does not know the language: these are the words of all of them. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  tasks: ['runs of templates scaffolder jobs approvals', 'Aufgaben Läufe', 'tâches exécutions', 'tareas ejecuciones', 'タスク 実行'],
  actions: ['installed actions scaffolder steps', 'Aktionen', 'actions installées', 'acciones', 'アクション'],
  manage: ['create edit templates', 'Vorlagen verwalten', 'gérer les modèles', 'gestionar plantillas', 'テンプレート 管理'],
  editor: ['edit write dry run', 'Vorlagen-Editor', 'éditeur de modèles', 'editor de plantillas', 'エディター'],
  playground: ['form preview', 'Formular', 'formulaire', 'formulario', 'フォーム'],
  explorer: ['form fields', 'Felder', 'champs', 'campos', 'フィールド'],
  extensions: ['templating filters functions nunjucks', 'Filter Funktionen', 'filtres fonctions', 'filtros funciones', 'フィルター 関数'],
}

/** What runs put on other pages. */
export const runningFills = [
  entityCards.fill({ name: 'origin', place: 'side', order: 36, isFor: mayBeMade, View: ProvenanceCard }),
  entityCards.fill({ name: 'template-runs', place: 'main', order: 15, isFor: isTemplate, View: TemplateRunsCard }),
  commandPalette.fill({
    name: 'template-pages',
    title: pageMessages.commands,
    minLength: 2,
    search: words =>
      matchCommands(
        [
          { id: 'tasks', title: pageMessages.tasks, to: scaffolderPaths.tasks() },
          { id: 'actions', title: pageMessages.actions, to: scaffolderPaths.actions() },
          { id: 'extensions', title: pageMessages.extensions, to: scaffolderPaths.extensions() },
          { id: 'manage', title: pageMessages.manage, to: scaffolderPaths.editorIntro() },
          { id: 'editor', title: pageMessages.editor, to: scaffolderPaths.editor() },
          { id: 'playground', title: pageMessages.playground, to: scaffolderPaths.formPlayground() },
          { id: 'explorer', title: pageMessages.explorer, to: scaffolderPaths.customFields() },
        ],
        words,
        ({ id }) => keywords[id] ?? [],
      ),
  }),
] as const
